// A small board to look at: cards, repairs.
import { isDark, isWhite, type Rules, sizeOf } from "../position/board";
import { parseFen } from "../position/fen";

export function MiniBoard({ position, rules }: { position: string; rules: Rules }) {
  const setup = parseFen(position, rules);
  const size = sizeOf(rules);
  const men = setup ? [...setup.men] : [];
  return (
    <svg class="mini" viewBox={`0 0 ${size} ${size}`} aria-hidden="true" focusable="false">
      <rect class="light" width={size} height={size} />
      <path
        class="dark"
        d={Array.from({ length: size * size }, (_, i) => (isDark(i, size) ? `M${i % size} ${Math.floor(i / size)}h1v1h-1z` : "")).join("")}
      />
      {men.map((man, i) =>
        man === "." ? null : (
          <use
            key={i}
            class={isWhite(man) ? "man white" : "man black"}
            href={`#man-${man.toLowerCase()}`}
            x={i % size}
            y={Math.floor(i / size)}
            width="1"
            height="1"
          />
        ),
      )}
    </svg>
  );
}
