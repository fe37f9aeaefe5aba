// A small board without controls, for cards and repairs.
import { isDark, isWhite, placeOf, squaresOf } from "../position/board";
import { parseFen } from "../position/fen";
import { gameOf, type Rules } from "../position/games";

export function MiniBoard({ position, rules }: { position: string; rules: Rules }) {
  const setup = parseFen(position, rules);
  const size = gameOf(rules);
  const { width, height } = size;
  const square = (index: number): string => `M${placeOf(index, size, false).join(" ")}h1v1h-1z`;
  return (
    <svg class="mini" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <rect class="light" width={width} height={height} />
      <path class="dark" d={squaresOf(size).filter((index) => isDark(index, size)).map(square).join("")} />
      {[...(setup?.men ?? "")].map((man, index) => {
        const [x, y] = placeOf(index, size, false);
        const shade = isWhite(man) ? "man white" : "man black";
        return man === "." ? null : <use key={index} class={shade} href={`#man-${man.toLowerCase()}`} x={x} y={y} width="1" height="1" />;
      })}
    </svg>
  );
}
