// What a text may mean that is nearly a position: boards to choose from.
import type { Reading } from "../state/readings";
import { announce, open } from "../state/store";
import { t } from "../words/words";
import { MiniBoard } from "./mini";

export function Readings({ of, onOpen }: { of: readonly Reading[]; onOpen: () => void }) {
  if (!of.length) return null;
  return (
    <div class="readings">
      <p class="hint">{t().board.mean}</p>
      <ul class="cards" aria-label={t().board.meanList}>
        {of.map(({ what, fen }) => (
          <li key={fen}>
            <button
              type="button"
              class="board-card"
              onClick={() => {
                onOpen();
                if (open(fen, "standard")) announce(t().common.opened(what));
              }}
            >
              <MiniBoard position={fen} rules="standard" />
              <span lang="en">{what}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
