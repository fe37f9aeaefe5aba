// What was on the board before and after, one place in the browser's history each: Back is undo.
import { computed, signal } from "@preact/signals";
import type { Setup } from "../position/fen";
import type { Game, Path } from "./game";

/** What can be undone: the position, and the game that it stands in. */
export interface Doc {
  readonly setup: Setup;
  readonly game: Game;
  readonly path: Path;
}

/** Places that are kept; older ones are only in the address. */
const MOST = 500;

/** This visit of the page: what an earlier one left in the browser's history is not in memory. */
const visit = Math.random().toString(36).slice(2);
interface Place {
  visit: string;
  at: number;
}

const kept = new Map<number, Doc>();
const at = signal(0);
const first = signal(0);
const last = signal(0);

export const canUndo = computed(() => at.value > first.value);
export const canRedo = computed(() => at.value < last.value);

/** The browser is on its way to another place: the address is not ours to change until it is there. */
export const travelling = signal(false);

const here = (): Place => ({ visit, at: at.value });

/** The place that the browser is at; null for one that a link or an earlier visit made. */
function placeNow(): Place | null {
  const place = history.state as Partial<Place> | null;
  return place?.visit === visit && typeof place.at === "number" ? (place as Place) : null;
}

export const isOurs = (): boolean => placeNow() !== null;

function write(how: "pushState" | "replaceState"): void {
  try {
    history[how](here(), "");
  } catch {
    // A browser that is asked too often refuses; undo goes by what is kept here.
  }
}

/** Begins anew with what is on the board now. */
export function recall(now: Doc): void {
  kept.clear();
  kept.set(0, now);
  at.value = first.value = last.value = 0;
  write("replaceState");
}

/** A new place, and nothing after it. */
export function remember(before: Doc, now: Doc): void {
  kept.set(at.value, before);
  for (let n = at.value + 1; n <= last.value; n++) kept.delete(n);
  at.value = last.value = at.value + 1;
  kept.set(at.value, now);
  if (at.value - first.value > MOST) kept.delete(first.value++);
  // A link has made a place already.
  write(isOurs() ? "pushState" : "replaceState");
}

/** What is at the place where we are has changed without being an edit. */
export function keep(now: Doc): void {
  kept.set(at.value, now);
  if (!isOurs()) write("replaceState");
}

/** What is `by` places on, at once; the browser's history follows. */
export function travel(by: number): Doc | null {
  const doc = kept.get(at.value + by);
  if (!doc) return null;
  const place = placeNow();
  at.value += by;
  if (place && place.at + by === at.value && !travelling.value) {
    travelling.value = true;
    history.go(by);
  }
  return doc;
}

/** The browser has come to a place. Null if there is nothing to change. */
export function travelled(): { doc: Doc; back: boolean } | null {
  const place = placeNow();
  if (!place) return null;
  if (travelling.value) {
    // More may have been undone in the meantime.
    if (place.at !== at.value) history.go(at.value - place.at);
    else travelling.value = false;
    return null;
  }
  const doc = kept.get(place.at);
  if (!doc || place.at === at.value) return null;
  const back = place.at < at.value;
  at.value = place.at;
  return { doc, back };
}
