// The legal moves of the position on the board, while moves are played, and playing one.
import { effect, signal } from "@preact/signals";
import { backend } from "../backend/choose";
import { isAbort, type LegalMove, type Problem, problemOf } from "../backend/backend";
import { carriedFen, parseFen } from "../position/fen";
import { inEnglish } from "../position/letters";
import type { Rules } from "../position/games";
import { nodeAt, withMove } from "./game";
import { isOver } from "./answers";
import { letters, shownMoves } from "./letters";
import { announce, change, doc, fen, goTo, playing, rules } from "./store";
import { t } from "../words/words";

export interface Moves {
  fen: string;
  rules: Rules;
  moves: readonly LegalMove[];
  status: string;
}

/** Of the position on the board; null until they are known. */
export const legal = signal<Moves | null>(null);
export const movesProblem = signal<Problem | null>(null);

const known = new Map<string, Moves>();
const MOST = 1000;
let running: AbortController | null = null;

async function find(fen: string, rules: Rules): Promise<void> {
  const key = `${rules} ${fen}`;
  running?.abort();
  movesProblem.value = null;
  const before = known.get(key);
  if (before) {
    legal.value = before;
    return;
  }
  legal.value = null;
  const mine = new AbortController();
  running = mine;
  try {
    const { moves, status } = await backend.play({ position: fen, rules }, { signal: mine.signal });
    const found = { fen, rules, moves, status };
    if (known.size >= MOST) known.clear();
    known.set(key, found);
    if (running === mine) legal.value = found;
  } catch (thrown) {
    if (running === mine && !isAbort(thrown)) movesProblem.value = problemOf(thrown);
  }
}

export function followMoves(): void {
  effect(() => {
    if (playing.value && !isOver.value) void find(fen.value, rules.value);
    else {
      running?.abort();
      legal.value = null;
      movesProblem.value = null;
    }
  });
}

/** Plays a legal move of the position on the board. */
export function play(move: LegalMove): void {
  const { game, path, setup } = doc.value;
  const after = move.position ?? carriedFen(nodeAt(game, path).fen, setup.rules, move.move);
  const next = parseFen(after, setup.rules);
  if (!next) return;
  const [grown, to] = withMove(game, path, { move: move.move, san: move.san, fen: after });
  if (grown === game) goTo(to);
  else change({ setup: next, game: grown, path: to });
  announce(shownMoves(move.san));
}

const plain = (text: string): string => text.replace(/[+#!?x=\s]/g, "").replace(/0/g, "O");

/** The legal moves that a text may mean, as SAN or UCI; letters of pieces may be small where nothing else is meant. */
export function meant(text: string, moves: readonly LegalMove[]): LegalMove[] {
  const said = plain(text.trim());
  if (!said) return [];
  const exact = moves.filter(({ san, move }) => plain(san) === said || move === said.toLowerCase());
  if (exact.length) return exact;
  const loose = said.toLowerCase();
  return moves.filter(({ san }) => plain(san).toLowerCase() === loose);
}

/** The moves of the position on the board, which may still be asked about. */
function awaited(): Promise<Moves | null> {
  return new Promise((done) => {
    const stop = effect(() => {
      const found = legal.value;
      if (!found && !movesProblem.value && !isOver.value) return;
      queueMicrotask(() => stop());
      done(found);
    });
  });
}

/** Plays what was typed; says why not. */
export async function playText(text: string): Promise<string> {
  const now = await awaited();
  if (!now) return movesProblem.value?.title ?? t().moves.noneHere;
  const english = inEnglish(text.trim(), letters.value);
  const found = meant(english, now.moves);
  if (found.length === 1) {
    play(found[0]!);
    return "";
  }
  if (found.length > 1) return t().moves.mayBe(found.map(({ san }) => shownMoves(san)).join(t().common.or));
  try {
    const { stopped, uci } = await backend.play({ position: now.fen, rules: now.rules, moves: [english], partly: true });
    const move = now.moves.find((one) => one.move === uci[0]);
    if (move) play(move);
    if (!stopped) return "";
    const near = stopped.near.length ? t().moves.meant(stopped.near.slice(0, 3).map(shownMoves).join(t().common.or)) : "";
    return t().moves.cannot(text.trim(), stopped.reason) + near;
  } catch (thrown) {
    return problemOf(thrown).title;
  }
}
