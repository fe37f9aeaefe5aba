// What the board is used for: editing, walking through a game, or playing. One at a time.
import { effect } from "@preact/signals";
import { endDuel } from "../win/duel";
import { setup } from "./store";
import { endWalk } from "./walk";

export function toEditor(): void {
  endWalk();
  endDuel();
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
