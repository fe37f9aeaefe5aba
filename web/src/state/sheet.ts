// On a phone the questions and their answer are a sheet below the board; it can be slid up over its lower ranks.
import { computed, effect, signal } from "@preact/signals";
import { gameOf } from "../position/games";
import { rules } from "./store";

/** Part of the board's height that the sheet covers. */
const part = signal(0);
/** A finger has it: it goes with the finger and is in no hurry to the next rank. */
export const held = signal(false);

const ranks = computed(() => gameOf(rules.value).height);
/** Two ranks stay in sight: enough to take hold of the board again. */
export const most = computed(() => ranks.value - 2);
/** Ranks covered, the nearest whole number of them. */
export const covered = computed(() => Math.round(part.value * ranks.value));

/** Covers so many ranks, as far as it goes. */
export function cover(count: number): void {
  part.value = Math.max(0, Math.min(most.value, count)) / ranks.value;
}

/** Where the sheet is, in ranks and parts of them. */
export const place = (): number => part.value * ranks.value;

/** Height of a rank in pixels; 0 before there is a board. */
export const rankHeight = (): number => (parseFloat(root.style.getPropertyValue("--board")) || 0) / ranks.value;

const root = document.documentElement;
const sizes = new ResizeObserver(([entry]) => {
  if (entry) root.style.setProperty("--board", `${entry.target.clientHeight}px`);
});

/** Called with the board whenever there is another one. */
export function measure(board: HTMLElement | null): void {
  if (!board) return;
  sizes.disconnect();
  sizes.observe(board);
}

export function followSheet(): void {
  effect(() => {
    root.style.setProperty("--covered", String(part.value));
    root.classList.toggle("sheet-up", part.value > 0 || held.value);
    root.classList.toggle("sheet-held", held.value);
  });
  // Another game's board may have fewer ranks.
  effect(() => {
    if (covered.value > most.value) cover(most.value);
  });
  // What the keyboard is on is not left below the sheet.
  addEventListener("focusin", ({ target }) => {
    const square = (target as Element).closest(".stage [data-square]");
    if (!square || covered.value === 0) return;
    const board = square.closest(".board")!.getBoundingClientRect();
    if (square.getBoundingClientRect().bottom > board.bottom - part.value * board.height + 1) cover(0);
  });
}
