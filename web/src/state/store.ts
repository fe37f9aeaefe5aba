// The state of the page as signals. Every edit of the position goes through `edit`, so that it can be undone.
import { batch, computed, effect, signal } from "@preact/signals";
import { parseFen, type Setup, writeFen } from "../position/fen";
import { gameOf, type Rules } from "../position/games";
import { type Asked, DEAD_FORM, type DeadForm, fromHash, REACH_FORM, type ReachForm, RETRO_FORM, type RetroForm, toHash, WIN_FORM, type WinForm } from "./share";

export const initial = (rules: Rules): Setup => parseFen(gameOf(rules).start, rules)!;

export const setup = signal<Setup>(initial("standard"));
export const flipped = signal(false);
export const past = signal<readonly Setup[]>([]);
export const future = signal<readonly Setup[]>([]);

export const fen = computed(() => writeFen(setup.value));
export const rules = computed(() => setup.value.rules);

export type Tab = "reach" | "retro" | "dead" | "win" | "cases" | "proofs";
export const tab = signal<Tab>("reach");
export const asked = signal<Asked>(null);
export const winForm = signal<WinForm>(WIN_FORM);
export const reachForm = signal<ReachForm>(REACH_FORM);
export const retroForm = signal<RetroForm>(RETRO_FORM);
export const deadForm = signal<DeadForm>(DEAD_FORM);

/** The sentence that screen readers say next. */
export const announcement = signal("");
export const announce = (sentence: string): void => {
  announcement.value = sentence;
};

const HISTORY = 500;

export function edit(change: Partial<Setup>): void {
  const next = { ...setup.value, ...change };
  if (writeFen(next) === fen.value && next.rules === rules.value) return;
  batch(() => {
    past.value = [...past.value.slice(-HISTORY), setup.value];
    future.value = [];
    setup.value = next;
    asked.value = null;
  });
}

export function undo(): void {
  const previous = past.value.at(-1);
  if (!previous) return;
  batch(() => {
    past.value = past.value.slice(0, -1);
    future.value = [setup.value, ...future.value];
    setup.value = previous;
    asked.value = null;
  });
  announce("Undone.");
}

export function redo(): void {
  const [next, ...rest] = future.value;
  if (!next) return;
  batch(() => {
    past.value = [...past.value, setup.value];
    future.value = rest;
    setup.value = next;
    asked.value = null;
  });
  announce("Redone.");
}

/** The last position on each size of board, to come back to. */
const lastOf = new Map<string, Setup>();

export function chooseRules(next: Rules): void {
  const size = (rules: Rules): string => `${gameOf(rules).width}×${gameOf(rules).height}`;
  const now = setup.value;
  lastOf.set(size(now.rules), now);
  // By way of its FEN in the other game, which drops castling rights that this game has not.
  const men = lastOf.get(size(next));
  edit(men ? parseFen(writeFen(men), next)! : initial(next));
}

/** Opens a position that the server or a link gave. */
export function open(position: string, of: Rules): boolean {
  const next = parseFen(position, of);
  if (next) edit(next);
  return next !== null;
}

export function restore(hash: string): boolean {
  const shared = fromHash(hash);
  if (!shared) return false;
  batch(() => {
    edit(shared.setup);
    winForm.value = shared.win;
    reachForm.value = shared.reach;
    retroForm.value = shared.retro;
    deadForm.value = shared.dead;
    asked.value = shared.asked;
    if (shared.asked) tab.value = shared.asked;
  });
  return true;
}

export const link = computed(() =>
  toHash({ setup: setup.value, asked: asked.value, win: winForm.value, reach: reachForm.value, retro: retroForm.value, dead: deadForm.value }),
);

/** Keeps the address of the page up to date, so that it can be copied as a link. */
export function followAddress(askAgain: () => void): void {
  const arrive = (): void => {
    if (restore(location.hash)) askAgain();
  };
  arrive();
  past.value = [];
  effect(() => {
    if (location.hash === link.value) return;
    try {
      history.replaceState(null, "", link.value);
    } catch {
      // Some browsers refuse this to pages that do it often; the next edit brings the address up to date.
    }
  });
  addEventListener("hashchange", arrive);
}
