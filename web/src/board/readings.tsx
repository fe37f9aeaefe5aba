// What a text may mean that is nearly a position: boards to choose from.
import type { Reading } from "../state/readings";
import { announce, open } from "../state/store";
import { MiniBoard } from "./mini";

export function Readings({ of, onOpen }: { of: readonly Reading[]; onOpen: () => void }) {
  if (!of.length) return null;
  return (
    <div class="readings">
      <p class="hint">It may mean:</p>
      <ul class="cards" aria-label="What it may mean">
        {of.map(({ what, fen }) => (
          <li key={fen}>
            <button
              type="button"
              class="board-card"
              onClick={() => {
                onOpen();
                if (open(fen, "standard")) announce(`Opened: ${what}.`);
              }}
            >
              <MiniBoard position={fen} rules="standard" />
              <span>{what}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
