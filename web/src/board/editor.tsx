// The board with its palette: pick a man and click, drag, or type FEN letters.
import { signal } from "@preact/signals";
import { carried, squareName, withMan } from "../position/board";
import { gameOf } from "../position/games";
import { announce, edit, flipped, setup } from "../state/store";
import { draw } from "../state/draw";
import { marks } from "../state/marks";
import { Board } from "./board";
import { startDrag } from "./drag";
import { Man } from "./man";
import { manName, t } from "../words/words";

/** What a click does: move men (null), put this man, or clear ("."). */
export const tool = signal<string | null>(null);
const lifted = signal<number | null>(null);

function put(square: number, man: string): void {
  const { men, rules } = setup.value;
  edit({ men: withMan(men, square, man) });
  announce(`${squareName(square, gameOf(rules))}, ${man === "." ? t().board.empty : manName(man)}`);
}

function shift(from: number, to: number | null): void {
  const { men, rules } = setup.value;
  if (to === null) return put(from, ".");
  edit({ men: carried(men, from, to) });
  announce(t().board.moved(manName(men[from]!), squareName(to, gameOf(rules))));
}

function press(square: number): void {
  const { men } = setup.value;
  const chosen = tool.value;
  // The same man again takes it off, so that a second click mends a slip.
  if (chosen !== null) return put(square, men[square] === chosen ? "." : chosen);
  const from = lifted.value;
  if (from !== null) {
    lifted.value = null;
    if (from !== square) shift(from, square);
  } else if (men[square] !== ".") lifted.value = square;
}

function key(square: number, key: string): boolean {
  const { rules } = setup.value;
  if (key === "Delete" || key === "Backspace") put(square, ".");
  else if (key === "Escape") {
    lifted.value = null;
    tool.value = null;
  } else if (key.length === 1 && gameOf(rules).roles.includes(key.toLowerCase())) put(square, key);
  else return false;
  return true;
}

function Palette({ white }: { white: boolean }) {
  const { rules } = setup.value;
  const men = [...gameOf(rules).roles].map((letter) => (white ? letter.toUpperCase() : letter));
  return (
    <div class="palette" role="group" aria-label={t().board.put[white ? "white" : "black"]}>
      {men.map((man) => (
        <button
          key={man}
          type="button"
          class="tool"
          aria-pressed={tool.value === man}
          aria-label={t().board.putMan(manName(man))}
          title={`${manName(man)} (${man})`}
          onClick={() => {
            lifted.value = null;
            tool.value = tool.value === man ? null : man;
          }}
          onPointerDown={(event) =>
            startDrag(event, event.currentTarget.querySelector(".man"), (square) => {
              if (square !== null) put(square, man);
            })
          }
        >
          <Man man={man} />
        </button>
      ))}
      {white ? (
        <button
          type="button"
          class="tool"
          aria-pressed={tool.value === null}
          aria-label={t().board.move}
          title={t().board.moveKeys}
          onClick={() => (tool.value = null)}
        >
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3" /></svg>
        </button>
      ) : (
        <button
          type="button"
          class="tool"
          aria-pressed={tool.value === "."}
          aria-label={t().board.remove}
          title={t().board.remove}
          onClick={() => {
            lifted.value = null;
            tool.value = tool.value === "." ? null : ".";
          }}
        >
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 15l9-9 6 6-7 7H8zM8.500 10.500l6 6" /></svg>
        </button>
      )}
    </div>
  );
}

export function Editor() {
  const { men, rules, turn } = setup.value;
  const whiteBelow = !flipped.value;
  return (
    <div class={tool.value === null ? "editor moving" : "editor placing"}>
      <Palette white={!whiteBelow} />
      <Board
        men={men}
        size={gameOf(rules)}
        flipped={flipped.value}
        label={t().board.editing(t().sides[turn])}
        marks={marks.value}
        selected={lifted.value}
        draggable={() => tool.value === null || tool.value !== "."}
        onPress={press}
        onDrop={(from, to) => {
          lifted.value = null;
          if (from !== to) shift(from, to);
        }}
        onDraw={draw}
        onKey={key}
      />
      <Palette white={whiteBelow} />
    </div>
  );
}

