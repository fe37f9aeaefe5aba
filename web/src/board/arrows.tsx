// Arrows over the board, as one path each: shaft and head.
import { placeOf } from "../position/board";
import type { Size } from "../position/games";

export interface Drawn {
  from: number;
  to: number;
  kind: string;
}

export function arrowPath(from: number, to: number, size: Size, flipped: boolean): string {
  const [x1, y1] = placeOf(from, size, flipped).map((n) => n + 0.5) as [number, number];
  const [x2, y2] = placeOf(to, size, flipped).map((n) => n + 0.5) as [number, number];
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return "";
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  // A point given by its distance along the arrow and across it.
  const point = (along: number, across: number): string =>
    `${(x1 + ux * along - uy * across).toFixed(3)} ${(y1 + uy * along + ux * across).toFixed(3)}`;
  const [start, tip, head, shaft, wing] = [0.32, length - 0.12, 0.34, 0.065, 0.19];
  return `M${point(start, shaft)}L${point(tip - head, shaft)}L${point(tip - head, wing)}L${point(tip, 0)}L${point(tip - head, -wing)}L${point(tip - head, -shaft)}L${point(start, -shaft)}z`;
}

export function Arrows({ arrows, size, flipped }: { arrows: Drawn[]; size: Size; flipped: boolean }) {
  return (
    <svg class="arrows" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" focusable="false">
      {arrows.map(({ from, to, kind }) => (
        <path key={`${from}-${to}-${kind}`} class={kind} d={arrowPath(from, to, size, flipped)} />
      ))}
    </svg>
  );
}
