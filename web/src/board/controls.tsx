// Beside the men: side to move, castling, en passant, undo, and the position as text.
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Problem, problemOf } from "../backend/backend";
import { Copy, ProblemNote, Quiet, Segments } from "../parts/parts";
import { save } from "../parts/save";
import { squareIndex } from "../position/board";
import { empty, orderedRights, writeFen } from "../position/fen";
import { gameOf } from "../position/games";
import { status } from "../state/answers";
import { openRead, readCases, readText } from "../state/cases";
import { marks } from "../state/marks";
import { type Reading, readingsOf } from "../state/readings";
import { announce, edit, fen, flipped, initial, link, notice, setup, tab } from "../state/store";
import { t } from "../words/words";
import { boardPng, boardSvg } from "./export";
import { Readings } from "./readings";

const RIGHTS = [..."KQkq"];

function Castling() {
  const held = setup.value.castling;
  const others = [...held].filter((letter) => !"KQkq-".includes(letter));
  return (
    <fieldset class="rights">
      <legend>{t().board.castling}</legend>
      {[...RIGHTS, ...others].map((letter) => ({ letter, words: t().board.rights[letter] ?? t().board.right(letter) })).map(({ letter, words }) => (
        <label key={letter} title={words}>
          <input
            type="checkbox"
            aria-label={words}
            checked={held.includes(letter)}
            onChange={(e) => {
              const rights = new Set(held);
              if (e.currentTarget.checked) rights.add(letter);
              else rights.delete(letter);
              edit({ castling: orderedRights(rights) });
            }}
          />
          <span aria-hidden="true">{letter}</span>
        </label>
      ))}
    </fieldset>
  );
}

function EnPassant() {
  const { turn, enPassant, rules } = setup.value;
  const { width, height } = gameOf(rules);
  const rank = turn === "w" ? height - 2 : 3;
  const offered = [..."abcdefgh"].slice(0, width).map((file) => `${file}${rank}`);
  if (enPassant !== "-" && !offered.includes(enPassant)) offered.push(enPassant);
  return (
    <label class="field">
      <span>{t().board.enPassant}</span>
      <select value={enPassant} onChange={(e) => edit({ enPassant: e.currentTarget.value })}>
        <option value="-">{t().board.none}</option>
        {offered.map((square) => (
          <option key={square} value={square}>
            {square}
          </option>
        ))}
      </select>
    </label>
  );
}

function picture(): string {
  const { men, rules } = setup.value;
  const size = gameOf(rules);
  const arrows = marks.value.arrows.map(({ from, to, kind }) => ({ from: squareIndex(from, size)!, to: squareIndex(to, size)!, kind }));
  return boardSvg({ men, size, flipped: flipped.value, arrows });
}

const png = signal<Problem | null>(null);

/** The position as text: what is shared, and where a FEN is typed or pasted. */
function FenField() {
  const typed = useSignal<string | null>(null);
  const problem = useSignal<Problem | null>(null);
  const readings = useSignal<readonly Reading[]>([]);
  const current = fen.value;
  const before = useRef(current);
  useEffect(() => {
    // An edit on the board replaces what was typed, but typing must not replace itself.
    if (before.current !== current && document.activeElement?.id !== "fen") typed.value = null;
    before.current = current;
    problem.value = null;
  }, [current]);

  async function apply(): Promise<void> {
    const text = typed.value;
    if (text === null || text.trim() === current) return;
    try {
      const said = await readText(text);
      const first = said.cases[0];
      if (first && "position" in first) {
        if (typed.value === text) typed.value = null;
        problem.value = null;
        openRead(first);
        announce(t().board.set);
      } else {
        const bad = first ?? said.error;
        readings.value = await readingsOf(text);
        problem.value = bad ? { title: "error" in bad ? bad.error : bad.message, ...bad } : { title: t().board.noPosition };
      }
    } catch (thrown) {
      problem.value = problemOf(thrown);
    }
  }

  // A half-edited board is not a position either: its fault is marked in the same way, or on its squares.
  const unset = typed.value === null ? status.problem.value : null;
  const wrong = problem.value ?? (unset && (unset.column ?? 1) > 1 ? unset : null);
  return (
    <form
      class="fen"
      onSubmit={(e) => {
        e.preventDefault();
        void apply();
      }}
    >
      <label class="field wide">
        <span>{t().common.position}</span>
        <input
          type="text"
          id="fen"
          class="mono"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={typed.value ?? current}
          aria-invalid={wrong !== null}
          aria-describedby={wrong ? "fen-problem" : undefined}
          onInput={(e) => (typed.value = e.currentTarget.value)}
          onChange={() => void apply()}
          onPaste={(e) => {
            const text = e.clipboardData?.getData("text") ?? "";
            if (!text.trim().includes("\n")) return;
            // A diagram or a list does not fit into one line.
            e.preventDefault();
            tab.value = "cases";
            void readCases(text);
          }}
        />
      </label>
      {wrong && <ProblemNote id="fen-problem" problem={wrong} text={typed.value ?? current} />}
      <Readings of={problem.value ? readings.value : []} onOpen={() => (typed.value = null)} />
    </form>
  );
}

export function Controls() {
  const now = setup.value;
  const { castling, en_passant } = gameOf(now.rules);
  return (
    <div class="controls">
      <div class="line">
        <div class="turn">
          <Segments
            label={t().board.turn}
            name="turn"
            value={now.turn}
            options={[
              ["w", t().sides.w],
              ["b", t().sides.b],
            ]}
            onChange={(turn) => edit({ turn, enPassant: "-" })}
          />
          <span aria-hidden="true">{t().board.toMove}</span>
        </div>
      </div>
      {(castling || en_passant) && (
        <div class="line snug">
          {castling && <Castling />}
          {en_passant && <EnPassant />}
        </div>
      )}
      {notice.value && (
        <p class="notice" role="status">
          {notice.value}
        </p>
      )}
      <FenField />
      <div class="buttons">
        <Quiet onClick={() => edit(initial(now.rules))}>
          {t().board.start}
        </Quiet>
        <Quiet onClick={() => edit(empty(now.rules))}>
          {t().board.clear}
        </Quiet>
        <span class="gap" />
        <Copy text={() => writeFen(setup.value)} what={t().common.position}>
          {t().board.copyFen}
        </Copy>
        <Copy text={() => new URL(link.value, location.href).href} what={t().common.link}>
          {t().board.copyLink}
        </Copy>
        <Quiet onClick={() => save("board.svg", picture(), "image/svg+xml")}>
          SVG
        </Quiet>
        <Quiet
          onClick={async () => {
            try {
              save("board.png", await boardPng(picture()));
              png.value = null;
            } catch (thrown) {
              png.value = problemOf(thrown);
            }
          }}
        >
          PNG
        </Quiet>
      </div>
      {png.value && <ProblemNote problem={png.value} />}
    </div>
  );
}
