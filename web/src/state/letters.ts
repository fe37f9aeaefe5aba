// In which letters moves are shown and typed; kept for the next visit.
import { effect, signal } from "@preact/signals";
import { isLanguage, type Language, localised } from "../position/letters";

const KEY = "arbiter.letters";

function kept(): Language {
  try {
    const said = localStorage.getItem(KEY);
    return isLanguage(said) ? said : "en";
  } catch {
    return "en"; // storage may be forbidden
  }
}

export const letters = signal<Language>(globalThis.localStorage ? kept() : "en");

/** Moves as they are shown. */
export const shownMoves = (text: string): string => localised(text, letters.value);

export function followLetters(): void {
  effect(() => {
    const now = letters.value;
    try {
      if (now === "en") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, now);
    } catch {
      // Then it lasts as long as the page.
    }
  });
}
