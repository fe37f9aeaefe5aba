// One man (a piece or a pawn) as SVG. The shapes are in the page once, as symbols.
import { isWhite } from "../position/board";
import { DRAWING } from "./pieces";

export function ManSymbols() {
  return (
    <svg class="symbols" aria-hidden="true" width="0" height="0">
      {Object.entries(DRAWING).map(([letter, { shapes, detail }]) => (
        <symbol id={`man-${letter}`} viewBox="0 0 100 100" key={letter}>
          {shapes.map((d) => (
            <path d={d} key={d} />
          ))}
          {detail && <path class="detail" d={detail} />}
        </symbol>
      ))}
    </svg>
  );
}

const shade = (man: string): string => (isWhite(man) ? "man white" : "man black");

export function Man({ man }: { man: string }) {
  return (
    <svg class={shade(man)} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <use href={`#man-${man.toLowerCase()}`} />
    </svg>
  );
}
