// In which letters moves are shown and typed; kept for the next visit.
import { effect, signal } from "@preact/signals";
import { isLanguage, type Language, localised } from "../position/letters";
import { speech } from "../words/words";

const KEY = "arbiter.letters";

export const letters = signal<Language>("en");

/** Moves as they are shown. */
export const shownMoves = (text: string): string => localised(text, letters.value);

/** Begins with the letters that were chosen; else with those of the page's language, and keeps others than these. */
export function followLetters(): void {
  try {
    const kept = localStorage.getItem(KEY);
    letters.value = isLanguage(kept) ? kept : speech.value;
  } catch {
    letters.value = speech.value; // storage may be forbidden
  }
  effect(() => {
    const now = letters.value;
    try {
      if (now === speech.value) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, now);
    } catch {
      // Then it lasts as long as the page.
    }
  });
}
