// While one thinks: whether the position can arise, and a search for mate that goes deeper as long as one looks.
import { effect, signal, untracked } from "@preact/signals";
import { backend } from "../backend/choose";
import { isAbort, type LegalityAnswer, type Progress, problemOf, type WinAnswer } from "../backend/backend";
import { hasRoyals } from "./answers";
import { fromStart } from "./pgn";
import { doc, fen, playing, rules, tab } from "./store";
import { stage } from "./stage";

/** What is known of the position on the board, as far as it was found out. */
export interface Live {
  arises: LegalityAnswer | "played" | null;
  win: WinAnswer | null;
  progress: Progress | null;
  problem: string;
}

const nothing: Live = { arises: null, win: null, progress: null, problem: "" };
export const live = signal<Live>(nothing);

/** Answers are kept, so that whoever comes back finds them. */
const known = new Map<string, Live>();
const MOST = 2000;
const DEBOUNCE = 250;
const TIME = { reach: "5s", win: "60s" };
let running: AbortController | null = null;

async function look(position: string): Promise<void> {
  const of = rules.value;
  const key = `${of} ${position}`;
  const mine = new AbortController();
  running = mine;
  const here = (change: Partial<Live>): void => {
    const now = { ...(known.get(key) ?? nothing), ...change };
    if (known.size >= MOST) known.clear();
    known.set(key, now);
    if (running === mine) live.value = now;
  };
  here({ problem: "" });
  try {
    if (of === "standard") {
      if (playing.value && doc.value.path.length > 0 && fromStart(doc.value.game)) here({ arises: "played" });
      else if (!known.get(key)?.arises) {
        here({ arises: (await backend.reach({ position, time: TIME.reach, certificate: true }, { signal: mine.signal })) as LegalityAnswer });
      }
    }
    if (known.get(key)?.win) return;
    const win = await backend.win({ position, rules: of, shortest: true, time: TIME.win }, { signal: mine.signal, onProgress: (progress) => here({ progress }) });
    here({ win, progress: null });
  } catch (thrown) {
    if (!isAbort(thrown)) here({ problem: problemOf(thrown).detail ?? problemOf(thrown).title });
  }
}

export function stopLooking(): void {
  running?.abort();
  running = null;
}

/** Looks at what is on the board, as long as the panel is open. */
export function followLive(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const position = fen.value;
    const key = `${rules.value} ${position}`;
    const open = tab.value === "analyse" && !stage.value;
    clearTimeout(timer);
    stopLooking();
    live.value = untracked(() => known.get(key) ?? nothing);
    if (open && hasRoyals(position, rules.value)) timer = setTimeout(() => void look(position), DEBOUNCE);
  });
}
