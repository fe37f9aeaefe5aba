// Arrows over the board, as one path each: shaft and head.

export interface Drawn {
  from: number;
  to: number;
  kind: string;
}

export function arrowPath(from: number, to: number, size: number, flipped: boolean): string {
  const centre = (index: number): [number, number] => {
    const x = (index % size) + 0.5;
    const y = Math.floor(index / size) + 0.5;
    return flipped ? [size - x, size - y] : [x, y];
  };
  const [x1, y1] = centre(from);
  const [x2, y2] = centre(to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return "";
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  // Along the arrow and across it.
  const point = (along: number, across: number): string =>
    `${(x1 + ux * along - uy * across).toFixed(3)} ${(y1 + uy * along + ux * across).toFixed(3)}`;
  const [start, tip, head, shaft, wing] = [0.32, length - 0.12, 0.34, 0.065, 0.19];
  return `M${point(start, shaft)}L${point(tip - head, shaft)}L${point(tip - head, wing)}L${point(tip, 0)}L${point(tip - head, -wing)}L${point(tip - head, -shaft)}L${point(start, -shaft)}z`;
}

export function Arrows({ arrows, size, flipped }: { arrows: Drawn[]; size: number; flipped: boolean }) {
  return (
    <svg class="arrows" viewBox={`0 0 ${size} ${size}`} aria-hidden="true" focusable="false">
      {arrows.map(({ from, to, kind }) => (
        <path key={`${from}-${to}-${kind}`} class={kind} d={arrowPath(from, to, size, flipped)} />
      ))}
    </svg>
  );
}
