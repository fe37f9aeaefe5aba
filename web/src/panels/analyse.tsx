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
import { t } from "../words/words";

const PAGE = 200;

function Games() {
  const all = games.value;
  if (all.length < 2) return null;
  return (
    <label class="field wide">
      <span>{t().analyse.game}</span>
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
  const after = broken.path.length ? lineTo(doc.value.game, broken.path).split(" ").slice(-2).join(" ") : "";
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{broken.move}</strong> {t().analyse.cannotBePlayed(after)}: <span lang="en">{broken.reason}</span>.
      </p>
      {broken.near.length > 0 && (
        <p class="chips">
          {t().analyse.wasIt}{" "}
          {broken.near.map((san) => (
            <button type="button" class="chip" key={san} onClick={() => void mend(san)}>
              {shownMoves(san)}
            </button>
          ))}
          ?
        </p>
      )}
      {broken.rest.length > 0 && <p class="hint">{t().analyse.follow(broken.rest.length)}</p>}
    </div>
  );
}

const movesOf = (plies: number): number => Math.ceil(plies / 2);

const none = (plies: number, mates: boolean): string => (mates ? t().analyse.noMateWithin : t().analyse.noWinWithin)(movesOf(plies));

function found(win: WinAnswer, mates: boolean): string {
  const say = t().analyse;
  if (win.verdict === "win") return (mates ? say.mateIn : say.winIn)(movesOf(win.plies ?? 1));
  if (win.verdict === "no-win") return mates ? say.noMate : say.noWin;
  return win.no_win_within ? none(win.no_win_within, mates) : mates ? say.mateOpen : say.winOpen;
}

function Winning() {
  const { win, progress, problem } = live.value;
  const mates = gameOf(rules.value).won_by === "checkmate";
  if (problem) return <p class="hint">{sentence(problem)}</p>;
  const so = win ? found(win, mates) : progress?.no_win_within ? none(progress.no_win_within, mates) : t().analyse.searching;
  return (
    <>
      <p class="fact">
        <span class="label">{t().analyse.win}</span> <span data-live="win">{so}</span>
        {!win && (
          <>
            {" "}
            <span class="hint">
              {progress ? `${progress.seconds.toFixed(0)} s` : ""}{" "}
              <Quiet onClick={stopLooking}>{t().analyse.stop}</Quiet>
            </span>
          </>
        )}
      </p>
      {win?.line && win.line.length > 0 && <Line title={t().common.bestPlay} position={fen.value} of={rules.value} moves={win.line} />}
    </>
  );
}

function Arising() {
  const { arises } = live.value;
  if (rules.value !== "standard") return null;
  return (
    <p class="fact">
      <span class="label">{t().reach.ask}</span>{" "}
      {arises === null ? (
        <span class="hint">{t().analyse.looking}</span>
      ) : arises === "played" ? (
        <span data-live="reach">{t().analyse.played}</span>
      ) : (
        <span data-live="reach">
          <Verdict verdict={arises.verdict} />
          <span lang="en">{sentence(arises.reason ?? "")}</span>{" "}
          <Quiet
            onClick={() => {
              reach.answer.value = arises;
              tab.value = "reach";
            }}
          >
            {t().analyse.showWhy}
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
      <span>{t().analyse.letters}</span>
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
      {loading.value && <p class="hint">{t().analyse.loading}</p>}
      {problem && <ProblemNote problem={problem} />}
      <Broken />
      <Arising />
      <Winning />
      {playing.value && countMoves(game) > 0 && (
        <div class="buttons">
          <Copy text={() => pgnOf(game)} what="PGN">
            {t().common.copyPgn}
          </Copy>
          <Quiet onClick={() => void saveGif()} disabled={drawing.value}>
            {drawing.value ? t().analyse.drawing : t().analyse.gif}
          </Quiet>
          <Quiet onClick={() => save("game.pgn", pgnOf(game), "application/x-chess-pgn")}>{t().analyse.pgn}</Quiet>
        </div>
      )}
      {!playing.value && <p class="hint">{t().analyse.hint}</p>}
      <Letters />
    </>
  );
}
