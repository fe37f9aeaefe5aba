// A board on which legal moves are made: by drag, by two clicks, or with the keys; promotions are asked about.
// People are faster than answers: what they press before the legal moves are known counts when these come.
import type { LegalMove } from "../backend/backend";
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { isWhite, type Side, squareIndex } from "../position/board";
import type { Size } from "../position/games";
import type { Marks } from "../state/marks";
import { flipped } from "../state/store";
import { Board } from "./board";
import { Man } from "./man";
import { kindOf, t } from "../words/words";

export interface PlayableProps {
  men: string;
  turn: Side;
  size: Size;
  label: string;
  marks: Marks;
  /** Which position it is, where others may have the same men. */
  at: unknown;
  /** Null until they are known. */
  moves: readonly LegalMove[] | null;
  onMove: (move: LegalMove) => void;
  onDraw?: (from: number, to: number, event: PointerEvent) => void;
}

export function Playable({ men, turn, at, size, label, marks, moves, onMove, onDraw }: PlayableProps) {
  const from = useSignal<number | null>(null);
  const promoting = useSignal<readonly LegalMove[]>([]);
  const waiting = useSignal<readonly [from: number, to: number] | null>(null);
  useLayoutEffect(() => {
    from.value = waiting.value = null;
    promoting.value = [];
  }, [men, turn, at]);
  useLayoutEffect(() => {
    const wish = waiting.value;
    waiting.value = null;
    if (moves && wish) go(...wish);
    else if (moves && from.value !== null && !sources.has(from.value)) from.value = null;
  }, [moves]);
  const square = (name: string): number => squareIndex(name, size)!;
  const starts = (m: LegalMove): number => square(m.move.slice(0, 2));
  const ends = (m: LegalMove): number => square(m.move.slice(2, 4));
  const isOwn = (man: string): boolean => man !== "." && isWhite(man) === (turn === "w");
  const sources = new Set(moves ? moves.map(starts) : [...men].flatMap((man, index) => (isOwn(man) ? [index] : [])));
  const targets = new Set(moves && from.value !== null ? moves.filter((m) => starts(m) === from.value).map(ends) : []);

  function go(a: number, b: number | null): void {
    from.value = null;
    if (b === null) return;
    if (!moves) {
      from.value = a;
      waiting.value = [a, b];
      return;
    }
    const found = moves.filter((m) => starts(m) === a && ends(m) === b);
    if (found.length > 1) promoting.value = found;
    else if (found[0]) onMove(found[0]);
  }

  function press(index: number): void {
    promoting.value = [];
    waiting.value = null;
    if (from.value !== null && (moves ? targets.has(index) : !sources.has(index))) go(from.value, index);
    else from.value = sources.has(index) && from.value !== index ? index : null;
  }

  return (
    <>
      <Board
        men={men}
        size={size}
        flipped={flipped.value}
        label={label}
        marks={marks}
        selected={from.value}
        targets={targets}
        draggable={(index) => sources.has(index)}
        onPress={press}
        onDrop={go}
        {...(onDraw ? { onDraw } : {})}
        onKey={(_, key) => {
          if (key !== "Escape") return false;
          from.value = waiting.value = null;
          promoting.value = [];
          return true;
        }}
      />
      {promoting.value.length > 0 && (
        <div class="buttons promoting" role="group" aria-label={t().board.promoteTo}>
          {promoting.value.map((m) => {
            const letter = turn === "w" ? m.move[4]!.toUpperCase() : m.move[4]!;
            return (
              <button type="button" key={m.move} class="tool" aria-label={kindOf(letter)} onClick={() => onMove(m)}>
                <Man man={letter} />
              </button>
            );
          })}
        </div>
      )}
    </>
  );
}
