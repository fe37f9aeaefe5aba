// What is on the board: the editor, or one line of positions that takes its place.
import { effect, signal } from "@preact/signals";
import type { Rules } from "../position/games";
import { cover } from "./sheet";
import { setup } from "./store";

/** Positions with the moves between them. Walks (walk.ts) and duels (win/duel.ts) add what they need. */
export interface Line {
  kind: "walk" | "duel";
  rules: Rules;
  /** One more than moves. */
  positions: readonly string[];
  /** As in UCI, and as people write them. */
  moves: readonly string[];
  san: readonly string[];
  /** Index of the position on the board; the last unless told. */
  at?: number;
}

/** Null while the editor is there. */
export const stage = signal<Line | null>(null);

export const shownAt = (line: Line): number => line.at ?? line.positions.length - 1;

export function toEditor(): void {
  stage.value = null;
}

/** A line begins with the position in the editor: an edit ends it. */
export function followStage(): void {
  effect(() => {
    void setup.value;
    toEditor();
  });
}

/** Brings the whole board into view and moves the keyboard focus to it. */
export function showBoard(): void {
  cover(0);
  requestAnimationFrame(() => {
    const region = document.getElementById("board-region");
    region?.firstElementChild?.scrollIntoView({ block: "nearest" });
    if (!region?.contains(document.activeElement)) {
      region?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true });
    }
  });
}

/** Where the board stays above the answers, brings the answer to where it is seen. */
export function showAnswer(): void {
  if (!matchMedia("(max-width: 900px) and (max-aspect-ratio: 7 / 10)").matches) return;
  requestAnimationFrame(() => document.getElementById("answer")?.scrollIntoView({ block: "start" }));
}
