// A sequence of positions to walk through on the board: a proof game, a line, a branch of the tree.
import { signal } from "@preact/signals";
import type { Rules } from "../position/board";
import { announce, edit } from "./store";
import { parseFen } from "../position/fen";

export interface Walk {
  title: string;
  rules: Rules;
  positions: readonly string[];
  san: readonly string[];
  moves: readonly string[];
  at: number;
}

export const walk = signal<Walk | null>(null);

export function beginWalk(next: Omit<Walk, "at">, at = 0): void {
  walk.value = { ...next, at: Math.min(at, next.positions.length - 1) };
}

export function step(to: number): void {
  const now = walk.value;
  if (!now) return;
  const at = Math.max(0, Math.min(now.positions.length - 1, to));
  if (at === now.at) return;
  walk.value = { ...now, at };
  announce(at === 0 ? "Before the first move." : `Move ${at}: ${now.san[at - 1]}`);
}

export function endWalk(): void {
  walk.value = null;
}

/** Takes the position on the board into the editor. */
export function editWalk(): void {
  const now = walk.value;
  const next = now && parseFen(now.positions[now.at]!, now.rules);
  walk.value = null;
  if (next) edit(next);
}
