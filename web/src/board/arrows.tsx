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

interface ArrowsProps {
  arrows: Drawn[];
  /** Squares with a cross in their corner, over all arrows and whatever stands there. */
  crosses: number[];
  size: Size;
  flipped: boolean;
}

export function Arrows({ arrows, crosses, size, flipped }: ArrowsProps) {
  return (
    <svg class="arrows" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" focusable="false">
      {arrows.map(({ from, to, kind }) => {
        const key = `${from}-${to}-${kind}`;
        if (from !== to) return <path key={key} class={kind} d={arrowPath(from, to, size, flipped)} />;
        const [x, y] = placeOf(from, size, flipped);
        return <circle key={key} class={`circle ${kind}`} cx={x + 0.5} cy={y + 0.5} r={0.44} />;
      })}
      {crosses.map((square) => {
        const [x, y] = placeOf(square, size, flipped);
        return (
          <g key={square} class="cross" transform={`translate(${x + 0.79} ${y + 0.21})`}>
            <circle r={0.15} />
            <path d="M-.06-.06L.06 .06M.06-.06L-.06 .06" />
          </g>
        );
      })}
    </svg>
  );
}
