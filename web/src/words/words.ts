// Which language the page speaks, kept for the next visit. All but English are loaded when they are chosen.
import { batch, signal } from "@preact/signals";
import { EN, type Words } from "./en";

/** By the tag that browsers have for each: its own name, and where its table is. */
const TABLES = {
  en: ["English", () => Promise.resolve(EN)],
  de: ["Deutsch", () => import("./de").then(({ WORDS }) => WORDS)],
  fr: ["Français", () => import("./fr").then(({ WORDS }) => WORDS)],
  es: ["Español", () => import("./es").then(({ WORDS }) => WORDS)],
} as const satisfies Record<string, readonly [string, () => Promise<Words>]>;

export type Speech = keyof typeof TABLES;
export const SPEECHES = Object.keys(TABLES) as Speech[];
export const nameOf = (speech: Speech): string => TABLES[speech][0];

export const speech = signal<Speech>("en");
const table = signal<Words>(EN);

/** What the page says, in its language. Whoever reads it is drawn anew when that changes. */
export const t = (): Words => table.value;

/** A number as it is written in that language. */
export const count = (n: number): string => n.toLocaleString(speech.value);

/** A verdict in words; what has none is shown as it is. */
export const verdictName = (verdict: string): string => t().verdicts[verdict] ?? verdict;

/** The name of a man by its letter in FEN. */
export const manName = (man: string): string => (t().men as Record<string, string>)[man] ?? man;
export const kindOf = (man: string): string => (t().kinds as Record<string, string>)[man.toLowerCase()] ?? man;

const KEY = "arbiter.language";
const isSpeech = (tag: string): tag is Speech => Object.hasOwn(TABLES, tag);

/** The language that was chosen; else the first of the browser's that there is. */
function wanted(): Speech {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept && isSpeech(kept)) return kept;
  } catch {
    // Storage may be forbidden.
  }
  return navigator.languages.map((tag) => tag.split("-")[0]!).find(isSpeech) ?? "en";
}

let latest = 0;

/** Speaks another language as soon as its table is there. Fails if it cannot be loaded. */
export async function speak(next: Speech): Promise<void> {
  const mine = ++latest;
  const words: Words = await TABLES[next][1]();
  if (mine !== latest) return;
  batch(() => {
    table.value = words;
    speech.value = next;
  });
  document.documentElement.lang = next;
}

/** The same by somebody's choice, which is kept. */
export async function choose(next: Speech): Promise<void> {
  await speak(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Then it lasts as long as the page.
  }
}

/** Before anything is drawn. What cannot be loaded leaves the page in English. */
export const beginSpeaking = (): Promise<void> => speak(wanted()).catch(() => undefined);
