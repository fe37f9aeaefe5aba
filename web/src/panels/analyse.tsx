// What is true of the position on the board, without asking: it goes along from move to move.
import { signal } from "@preact/signals";
import { Line } from "../parts/line";
import { Copy, ProblemNote, Quiet, sentence, Verdict } from "../parts/parts";
import { problemOf, type WinAnswer } from "../backend/backend";
import { lineGif } from "../board/gif";
import { gameOf } from "../position/games";
import { LANGUAGES, type Language, LETTERS } from "../position/letters";
import { save } from "../parts/save";
import { reach } from "../state/answers";
import { chooseGame, chosen, games, gamesProblem, loading, mend, titleOf } from "../state/games";
import { countMoves, nodesAlong, toEnd } from "../state/game";
import { letters, shownMoves } from "../state/letters";
import { live, stopLooking } from "../state/live";
import { lineTo, pgnOf } from "../state/pgn";
import { doc, fen, flipped, playing, rules, tab } from "../state/store";

const PAGE = 200;

function Games() {
  const all = games.value;
  if (all.length < 2) return null;
  return (
    <label class="field wide">
      <span>Game of this file</span>
      <select value={chosen.value} onChange={(e) => void chooseGame(Number(e.currentTarget.value))}>
        {all.map((game, index) =>
          // A long list is not drawn whole: the games near the chosen one are.
          Math.abs(index - chosen.value) <= PAGE ? (
            <option key={index} value={index}>
              {titleOf(game, index)}
            </option>
          ) : null,
        )}
      </select>
    </label>
  );
}

/** A move of the file that cannot be played, why not, and what may have been meant. */
function Broken() {
  const { broken } = doc.value.game;
  if (!broken) return null;
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{broken.move}</strong> cannot be played{broken.path.length ? ` after ${lineTo(doc.value.game, broken.path).split(" ").slice(-2).join(" ")}` : ""}: {broken.reason}.
      </p>
      {broken.near.length > 0 && (
        <p class="chips">
          Was it{" "}
          {broken.near.map((san) => (
            <button type="button" class="chip" key={san} onClick={() => void mend(san)}>
              {shownMoves(san)}
            </button>
          ))}
          ?
        </p>
      )}
      {broken.rest.length > 0 && <p class="hint">{broken.rest.length} more {broken.rest.length === 1 ? "move follows" : "moves follow"} in the text.</p>}
    </div>
  );
}

const movesOf = (plies: number): string => {
  const count = Math.ceil(plies / 2);
  return `${count} ${count === 1 ? "move" : "moves"}`;
};

function found(win: WinAnswer, mates: boolean): string {
  if (win.verdict === "win") return `${mates ? "Mate" : "A win"} in ${movesOf(win.plies ?? 1)}`;
  if (win.verdict === "no-win") return `No forced ${mates ? "mate" : "win"}, however long`;
  return win.no_win_within ? `No forced ${mates ? "mate" : "win"} within ${movesOf(win.no_win_within)}` : `Whether ${mates ? "mate" : "a win"} can be forced is open`;
}

function Winning() {
  const { win, progress, problem } = live.value;
  const mates = gameOf(rules.value).won_by === "checkmate";
  if (problem) return <p class="hint">{sentence(problem)}</p>;
  const so = win ? found(win, mates) : progress?.no_win_within ? `No forced ${mates ? "mate" : "win"} within ${movesOf(progress.no_win_within)}` : "Looking for a forced win";
  return (
    <>
      <p class="fact">
        <span class="label">Forced win</span> <span data-live="win">{so}</span>
        {!win && (
          <>
            {" "}
            <span class="hint">
              {progress ? `${progress.seconds.toFixed(0)} s` : ""}{" "}
              <Quiet onClick={stopLooking}>Stop</Quiet>
            </span>
          </>
        )}
      </p>
      {win?.line && win.line.length > 0 && <Line title="Best play" position={fen.value} of={rules.value} moves={win.line} />}
    </>
  );
}

function Arising() {
  const { arises } = live.value;
  if (rules.value !== "standard") return null;
  return (
    <p class="fact">
      <span class="label">Can it arise?</span>{" "}
      {arises === null ? (
        <span class="hint">Looking…</span>
      ) : arises === "played" ? (
        <span data-live="reach">Yes: the moves of this game lead to it.</span>
      ) : (
        <span data-live="reach">
          <Verdict verdict={arises.verdict} />
          {sentence(arises.reason ?? "")}{" "}
          <Quiet
            onClick={() => {
              reach.answer.value = arises;
              tab.value = "reach";
            }}
          >
            Show why
          </Quiet>
        </span>
      )}
    </p>
  );
}

const drawing = signal(false);

/** The line on the board, to its end, as an animation. */
async function saveGif(): Promise<void> {
  const { game, path } = doc.value;
  const line = nodesAlong(game, toEnd(game, path));
  drawing.value = true;
  try {
    save("game.gif", await lineGif(line.map(({ fen }) => fen), line.slice(1).map(({ move }) => move), game.rules, flipped.value));
  } catch (thrown) {
    gamesProblem.value = problemOf(thrown);
  } finally {
    drawing.value = false;
  }
}

function Letters() {
  return (
    <label class="field letters">
      <span>Letters of pieces</span>
      <select value={letters.value} onChange={(e) => (letters.value = e.currentTarget.value as Language)}>
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {LETTERS[language][0]}
          </option>
        ))}
      </select>
    </label>
  );
}

export function AnalysePanel() {
  const { game } = doc.value;
  const problem = gamesProblem.value;
  return (
    <>
      <Games />
      {loading.value && <p class="hint">Playing the moves…</p>}
      {problem && <ProblemNote problem={problem} />}
      <Broken />
      <Arising />
      <Winning />
      {playing.value && countMoves(game) > 0 && (
        <div class="buttons">
          <Copy text={() => pgnOf(game)} what="PGN">
            Copy PGN
          </Copy>
          <Quiet onClick={() => void saveGif()} disabled={drawing.value}>
            {drawing.value ? "Drawing…" : "Download GIF"}
          </Quiet>
          <Quiet onClick={() => save("game.pgn", pgnOf(game), "application/x-chess-pgn")}>Download PGN</Quiet>
        </div>
      )}
      {!playing.value && <p class="hint">Paste a game (PGN), drop a file, or choose “Play” above the board and make moves.</p>}
      <Letters />
    </>
  );
}
