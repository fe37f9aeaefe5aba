// The board as a grid of squares. The caller says what a press, a drag or a key means.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { isDark, placeOf, squareAt, squareIndex, squareName } from "../position/board";
import type { Size } from "../position/games";
import type { Marks } from "../state/marks";
import { measure } from "../state/sheet";
import { Arrows } from "./arrows";
import { endsDrag, startDrag, startDraw } from "./drag";
import { Man } from "./man";
import { manName, t } from "../words/words";

export interface BoardProps {
  men: string;
  size: Size;
  flipped: boolean;
  label: string;
  marks: Marks;
  selected?: number | null;
  targets?: ReadonlySet<number>;
  draggable?: (square: number) => boolean;
  onPress?: (square: number) => void;
  onDrop?: (from: number, to: number | null) => void;
  /** The right button drew from one square to another, or on one. */
  onDraw?: (from: number, to: number, event: PointerEvent) => void;
  /** A key other than the arrows; true when it was used. */
  onKey?: (square: number, key: string) => boolean;
}

/** Letters of the files and numbers of the ranks. Screen readers hear the names of squares instead. */
function Coordinates({ size, flipped }: { size: Size; flipped: boolean }) {
  const { width, height } = size;
  const shade = (index: number): string => (isDark(index, size) ? "dark" : "light");
  const ranks = Array.from({ length: height }, (_, n) => squareAt(0, n, size, flipped));
  const files = Array.from({ length: width }, (_, n) => squareAt(n, height - 1, size, flipped));
  return (
    <svg class="coordinates" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {ranks.map((index, n) => (
        <text key={`r${n}`} class={shade(index)} x={0.05} y={n + 0.2}>
          {squareName(index, size)[1]}
        </text>
      ))}
      {files.map((index, n) => (
        <text key={`f${n}`} class={`file ${shade(index)}`} x={n + 0.95} y={height - 0.06}>
          {squareName(index, size)[0]}
        </text>
      ))}
    </svg>
  );
}

export function Board(props: BoardProps) {
  const { men, size, flipped, marks } = props;
  const cursor = useSignal(0);
  const grid = useRef<HTMLDivElement>(null);
  const { width, height } = size;
  // The cursor may be left from a larger board.
  const within = (index: number): number => Math.min(index, width * height - 1);

  function go(index: number): void {
    cursor.value = index;
    grid.current?.querySelector<HTMLElement>(`[data-square="${index}"]`)?.focus();
  }

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys may come faster than the page is drawn: read where the cursor is now.
    const at = within(cursor.value);
    const [x, y] = placeOf(at, size, flipped);
    const steps: Record<string, [x: number, y: number]> = {
      ArrowLeft: [Math.max(0, x - 1), y],
      ArrowRight: [Math.min(width - 1, x + 1), y],
      ArrowUp: [x, Math.max(0, y - 1)],
      ArrowDown: [x, Math.min(height - 1, y + 1)],
      Home: [0, y],
      End: [width - 1, y],
    };
    const next = steps[event.key];
    if (next) go(squareAt(...next, size, flipped));
    else if (event.key === "Enter" || event.key === " ") props.onPress?.(at);
    else if (!props.onKey?.(at, event.key)) return;
    event.preventDefault();
  }

  const at = within(cursor.value);
  const rows = Array.from({ length: height }, (_, y) => (
    <div role="row" class="rank" key={y}>
      {Array.from({ length: width }, (_, x) => {
        const index = squareAt(x, y, size, flipped);
        const man = men[index] ?? ".";
        const name = squareName(index, size);
        const mark = marks.squares.get(name);
        const classes = ["square", isDark(index, size) ? "dark" : "light"];
        if (mark) classes.push(mark.kind);
        if (props.targets?.has(index)) classes.push(man === "." ? "target" : "target taken");
        if (props.selected === index) classes.push("selected");
        const movable = man !== "." && (props.draggable?.(index) ?? false);
        if (movable) classes.push("movable");
        const label = [name, man === "." ? t().board.empty : manName(man), mark?.words, props.targets?.has(index) ? t().board.target : ""];
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
            onContextMenu={(event) => {
              if (props.onDraw) event.preventDefault();
            }}
            onPointerDown={(event) => {
              if (event.button === 2 && props.onDraw) startDraw(event, index, props.onDraw);
              else if (movable) startDrag(event, event.currentTarget.querySelector(".man"), (to) => props.onDrop?.(index, to));
            }}
          >
            {man !== "." && <Man man={man} />}
          </div>
        );
      })}
    </div>
  ));

  return (
    <div class="board" ref={measure} style={{ "--files": width, "--ranks": height }}>
      <div role="grid" aria-label={props.label} aria-rowcount={height} aria-colcount={width} class="grid" ref={grid} onKeyDown={key}>
        {rows}
      </div>
      <Coordinates size={size} flipped={flipped} />
      <Arrows
        size={size}
        arrows={marks.arrows.flatMap(({ from, to, kind }) => {
          const [a, b] = [squareIndex(from, size), squareIndex(to, size)];
          return a === null || b === null ? [] : [{ from: a, to: b, kind }];
        })}
        crosses={[...marks.squares].flatMap(([name, { kind }]) => (kind === "refuted" ? [squareIndex(name, size)!] : []))}
        flipped={flipped}
      />
    </div>
  );
}
