// A board on which legal moves are made: by drag, by two clicks, or with the keys; promotions are asked about.
import type { LegalMove } from "../backend/backend";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { kindOf, type Side, squareIndex } from "../position/board";
import type { Size } from "../position/games";
import type { Marks } from "../state/marks";
import { flipped } from "../state/store";
import { Board } from "./board";
import { Man } from "./man";

export interface PlayableProps {
  men: string;
  turn: Side;
  size: Size;
  label: string;
  marks: Marks;
  moves: readonly LegalMove[];
  onMove: (move: LegalMove) => void;
  onDraw?: (from: number, to: number, event: PointerEvent) => void;
}

export function Playable({ men, turn, size, label, marks, moves, onMove, onDraw }: PlayableProps) {
  const from = useSignal<number | null>(null);
  const promoting = useSignal<readonly LegalMove[]>([]);
  useEffect(() => {
    from.value = null;
    promoting.value = [];
  }, [moves]);
  const square = (name: string): number => squareIndex(name, size)!;
  const starts = (m: LegalMove): number => square(m.move.slice(0, 2));
  const ends = (m: LegalMove): number => square(m.move.slice(2, 4));
  const sources = new Set(moves.map(starts));
  const targets = new Set(from.value === null ? [] : moves.filter((m) => starts(m) === from.value).map(ends));

  function go(a: number, b: number | null): void {
    from.value = null;
    const found = b === null ? [] : moves.filter((m) => starts(m) === a && ends(m) === b);
    if (found.length > 1) promoting.value = found;
    else if (found[0]) onMove(found[0]);
  }

  function press(index: number): void {
    promoting.value = [];
    if (from.value !== null && targets.has(index)) go(from.value, index);
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
          from.value = null;
          promoting.value = [];
          return true;
        }}
      />
      {promoting.value.length > 0 && (
        <div class="buttons promoting" role="group" aria-label="Promote to">
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
