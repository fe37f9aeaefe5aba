// What the board is used for: editing, or one line of positions that takes the editor's place.
import { effect, signal } from "@preact/signals";
import type { Rules } from "../position/games";
import { setup } from "./store";

/** Positions with the moves between them. What else belongs to a walk or a duel stands where these are made. */
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

/** What is played on the board is about the position it began with: an edit ends it. */
export function followStage(): void {
  effect(() => {
    void setup.value;
    toEditor();
  });
}

/** When something begins on the board it comes into sight, and keys go to it. */
export function showBoard(): void {
  requestAnimationFrame(() => {
    const region = document.getElementById("board-region");
    region?.firstElementChild?.scrollIntoView({ block: "nearest" });
    if (!region?.contains(document.activeElement)) {
      region?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true });
    }
  });
}
