// A line to walk through on the board: a proof game, best play, a branch of the tree.
import { computed } from "@preact/signals";
import { parseFen } from "../position/fen";
import { shownMoves } from "./letters";
import { type Line, stage, toEditor } from "./stage";
import { announce, edit } from "./store";
import { t } from "../words/words";

export interface Walk extends Line {
  kind: "walk";
  title: string;
  /** A game from the starting position, which can be copied as one. */
  proofGame?: boolean;
  at: number;
}

export const walk = computed(() => (stage.value?.kind === "walk" ? (stage.value as Walk) : null));

export function beginWalk(next: Omit<Walk, "at" | "kind">, at = 0): void {
  const walk: Walk = { ...next, kind: "walk", at: Math.min(at, next.positions.length - 1) };
  stage.value = walk;
}

export function step(to: number): void {
  const now = walk.value;
  if (!now) return;
  const at = Math.max(0, Math.min(now.positions.length - 1, to));
  if (at === now.at) return;
  stage.value = { ...now, at };
  announce(at === 0 ? t().moves.beforeFirst : t().moves.at(at, shownMoves(now.san[at - 1]!)));
}

/** Takes the position on the board into the editor. */
export function editWalk(): void {
  const now = walk.value;
  const next = now && parseFen(now.positions[now.at]!, now.rules);
  toEditor();
  if (next) edit(next);
}
