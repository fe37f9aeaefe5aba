// The board as a grid of squares. What a press, a drag or a key means is the caller's to say.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { isDark, manName, squareIndex, squareName } from "../position/board";
import type { Marks } from "../state/marks";
import { Arrows } from "./arrows";
import { endsDrag, startDrag } from "./drag";
import { Man } from "./man";

export interface BoardProps {
  men: string;
  size: number;
  flipped: boolean;
  label: string;
  marks: Marks;
  selected?: number | null;
  targets?: ReadonlySet<number>;
  draggable?: (square: number) => boolean;
  onPress?: (square: number) => void;
  onDrop?: (from: number, to: number | null) => void;
  /** A key other than the arrows; true when it was used. */
  onKey?: (square: number, key: string) => boolean;
}

/** Files and ranks, beside the squares' own names and so not part of them. */
function Coordinates({ size, flipped }: { size: number; flipped: boolean }) {
  const at = Array.from({ length: size }, (_, n) => n);
  const shade = (row: number, column: number): string => ((row + column) % 2 ? "dark" : "light");
  return (
    <svg class="coordinates" viewBox={`0 0 ${size} ${size}`} aria-hidden="true" focusable="false">
      {at.map((row) => (
        <text key={`r${row}`} class={shade(row, 0)} x={0.05} y={row + 0.2}>
          {flipped ? row + 1 : size - row}
        </text>
      ))}
      {at.map((column) => (
        <text key={`f${column}`} class={`file ${shade(size - 1, column)}`} x={column + 0.95} y={size - 0.06}>
          {"abcdefgh"[flipped ? size - 1 - column : column]}
        </text>
      ))}
    </svg>
  );
}

export function Board(props: BoardProps) {
  const { men, size, flipped, marks } = props;
  const cursor = useSignal(0);
  const grid = useRef<HTMLDivElement>(null);
  const within = (index: number): number => Math.min(index, size * size - 1);
  // Squares in the order they are seen.
  const seen = (row: number, column: number): number => (flipped ? (size - 1 - row) * size + (size - 1 - column) : row * size + column);

  function go(index: number): void {
    cursor.value = index;
    grid.current?.querySelector<HTMLElement>(`[data-square="${index}"]`)?.focus();
  }

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys may come faster than the page is drawn: ask the cursor itself where it is.
    const at = within(cursor.value);
    const turn = flipped ? -1 : 1;
    const row = Math.floor(at / size);
    const column = at % size;
    const to = (r: number, c: number): number => Math.max(0, Math.min(size - 1, r)) * size + Math.max(0, Math.min(size - 1, c));
    const steps: Record<string, number> = {
      ArrowLeft: to(row, column - turn),
      ArrowRight: to(row, column + turn),
      ArrowUp: to(row - turn, column),
      ArrowDown: to(row + turn, column),
      Home: to(row, flipped ? size : 0),
      End: to(row, flipped ? 0 : size),
    };
    const next = steps[event.key];
    if (next !== undefined) go(next);
    else if (event.key === "Enter" || event.key === " ") props.onPress?.(at);
    else if (!props.onKey?.(at, event.key)) return;
    event.preventDefault();
  }

  const at = within(cursor.value);
  const rows = Array.from({ length: size }, (_, row) => (
    <div role="row" class="row" key={row}>
      {Array.from({ length: size }, (_, column) => {
        const index = seen(row, column);
        const man = men[index] ?? ".";
        const name = squareName(index, size);
        const mark = marks.squares.get(name);
        const classes = ["square", isDark(index, size) ? "dark" : "light"];
        if (mark) classes.push(mark.kind);
        if (props.targets?.has(index)) classes.push(man === "." ? "target" : "target taken");
        if (props.selected === index) classes.push("selected");
        const movable = man !== "." && (props.draggable?.(index) ?? false);
        if (movable) classes.push("movable");
        const label = [name, man === "." ? "empty" : manName(man), mark?.words, props.targets?.has(index) ? "can be moved to" : ""];
        return (
          <div
            key={index}
            role="gridcell"
            class={classes.join(" ")}
            data-square={index}
            tabIndex={index === at ? 0 : -1}
            aria-label={label.filter(Boolean).join(", ")}
            aria-selected={props.selected === index || undefined}
            onFocus={() => (cursor.value = index)}
            onClick={() => {
              if (!endsDrag()) props.onPress?.(index);
            }}
            onPointerDown={(event) => {
              if (movable) startDrag(event, event.currentTarget.querySelector(".man"), (to) => props.onDrop?.(index, to));
            }}
          >
            {man !== "." && <Man man={man} />}
          </div>
        );
      })}
    </div>
  ));

  return (
    <div class={`board size-${size}`}>
      <div role="grid" aria-label={props.label} aria-rowcount={size} aria-colcount={size} class="grid" ref={grid} onKeyDown={key}>
        {rows}
      </div>
      <Coordinates size={size} flipped={flipped} />
      <Arrows
        size={size}
        arrows={marks.arrows.flatMap(({ from, to, kind }) => {
          const [a, b] = [squareIndex(from, size), squareIndex(to, size)];
          return a === null || b === null ? [] : [{ from: a, to: b, kind }];
        })}
        flipped={flipped}
      />
    </div>
  );
}
