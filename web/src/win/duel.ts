// Play one side against the proof. The attacker moves as the strategy says, the defender as the
// refutation says; where the certificate has nothing to say, the server is asked.
import { computed, effect } from "@preact/signals";
import type { Aim } from "../api/openapi";
import { backend } from "../backend/choose";
import { isAbort, isUnread, type LegalMove, type PlayAnswer, problemOf, type WinAnswer } from "../backend/backend";
import type { Side } from "../position/board";
import { carriedFen } from "../position/fen";
import { gameOf, type Rules } from "../position/games";
import { endsByDefender, movesIn, playedFor, withinPlies } from "../state/aims";
import { type Line, stage, toEditor } from "../state/stage";
import { shownMoves } from "../state/letters";
import { announce } from "../state/store";
import { kindOf, t } from "../words/words";
import { type Proof, proofOf } from "./strategy";

export interface Duel extends Line {
  kind: "duel";
  start: string;
  attacker: Side;
  human: "attacker" | "defender";
  aim: Aim;
  proof: Proof;
  /** Plies within which the win was proved at the start, or that were asked about. */
  bound: number;
  legal: LegalMove[];
  /** Whoever can mate has to, and can: only mates are legal. */
  mustMate: boolean;
  /** Plies in which the attacker still wins; null if that is unknown or no longer so. */
  left: number | null;
  thinking: boolean;
  over: boolean;
  message: string;
}

export const duel = computed(() => (stage.value?.kind === "duel" ? (stage.value as Duel) : null));

let running: AbortController | null = null;
// When a duel leaves the board, its running question is stopped.
effect(() => {
  if (duel.value) return;
  running?.abort();
  running = null;
});

/** For each reply that the certificate says nothing about: there are many of them. */
const TIME = "3s";

function patch(change: Partial<Duel>): void {
  if (!duel.value) return;
  stage.value = { ...duel.value, ...change };
  if (change.message) announce(change.message);
}

const toMove = (d: Duel): Side => (d.moves.length % 2 === 0 ? d.attacker : d.attacker === "w" ? "b" : "w");
export const humanToMove = (d: Duel): boolean => !d.over && !d.thinking && (toMove(d) === d.attacker) === (d.human === "attacker");
export const defenderOf = (d: Duel): string => t().sides[d.attacker === "w" ? "b" : "w"];
const goal = (d: Duel): string => t().win.goals[d.aim];
/** When the attacker, to move, has what it wants. */
const when = (d: Duel, plies: number): string => t().duel.within(movesIn(d.aim, plies));

/** What is played out: `asked` plies or fewer. */
export interface Asked {
  rules: Rules;
  turn: Side;
  aim: Aim;
  asked: number;
}

export async function beginDuel(human: Duel["human"], position: string, { rules, turn, aim, asked }: Asked, answer: WinAnswer): Promise<void> {
  toEditor();
  running = new AbortController();
  const won = answer.verdict === "win";
  const begun: Duel = {
    kind: "duel",
    rules,
    start: position,
    attacker: turn,
    human,
    aim,
    proof: proofOf(answer.certificate),
    bound: answer.plies ?? answer.win_within ?? asked,
    moves: [],
    san: [],
    positions: [position],
    legal: [],
    mustMate: false,
    left: won ? (answer.plies ?? null) : (answer.win_within ?? null),
    thinking: true,
    over: false,
    message: "",
  };
  stage.value = begun;
  await guarded(async () => {
    const said = await ask([]);
    patch({ ...legalOf(said), thinking: false });
    await turnOf();
  });
}

async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!isAbort(thrown)) patch({ thinking: false, message: problemOf(thrown).detail ?? problemOf(thrown).title });
  }
}

function ask(moves: string[]): Promise<PlayAnswer> {
  const { start, rules, aim } = duel.value!;
  return backend.play({ position: start, rules, moves, ...playedFor(aim) }, signalled());
}

const legalOf = ({ moves, must_mate }: PlayAnswer): Pick<Duel, "legal" | "mustMate"> => ({ legal: moves, mustMate: must_mate ?? false });

/** The human plays. */
export const playMove = (move: LegalMove): Promise<void> =>
  guarded(async () => {
    if (!duel.value || !humanToMove(duel.value)) return;
    await made(move);
    await turnOf();
  });

/** Takes back the human's last move and what answered it. */
export const takeBack = (): Promise<void> =>
  guarded(async () => {
    const d = duel.value;
    if (!d) return;
    const own = d.human === "attacker" ? 0 : 1;
    let keep = d.moves.length - 1;
    while (keep > 0 && keep % 2 !== own) keep--;
    if (keep < own) return;
    running?.abort();
    running = new AbortController();
    const kept = d.moves.slice(0, keep);
    patch({ moves: kept, san: d.san.slice(0, keep), thinking: true, over: false, left: null });
    const said = await ask(kept);
    patch({ positions: said.positions, ...legalOf(said), thinking: false, message: t().duel.takenBack });
    if (keep === 0) patch({ left: d.bound });
    await turnOf();
  });

async function made(move: LegalMove): Promise<void> {
  const d = duel.value!;
  const mover = t().sides[toMove(d)];
  const moved = [...d.moves, move.move];
  const san = [...d.san, move.san];
  if (!move.position) {
    const after = carriedFen(d.positions.at(-1)!, d.rules, move.move);
    const message = t().duel.captured(shownMoves(move.san), kindOf(gameOf(d.rules).royal), mover);
    patch({ moves: moved, san, positions: [...d.positions, after], legal: [], thinking: false, over: true, message });
    return;
  }
  const positions = [...d.positions, move.position];
  if (move.ends) return patch({ moves: moved, san, positions, legal: [], thinking: false, over: true, message: ended(d, move, move.ends) });
  patch({ moves: moved, san, positions, legal: [], thinking: true });
  const said = await ask(moved);
  const over = said.moves.length === 0;
  const message = said.status === "checkmate" ? t().duel.mated(shownMoves(move.san), mover) : t().duel.drawn(shownMoves(move.san));
  patch({ ...legalOf(said), thinking: false, over, ...(over ? { message } : {}) });
}

/** How a problem ended, and for whom. */
function ended(d: Duel, move: LegalMove, { reached, by }: NonNullable<LegalMove["ends"]>): string {
  const [words, attacker, san] = [t().duel, t().sides[d.attacker], shownMoves(move.san)];
  const what = by === "checkmate" ? words.checkmate(san) : by === "stalemate" ? words.stalemate(san) : words.obligation(san, attacker);
  return what + (reached ? words.reached(attacker, goal(d)) : words.missed(attacker, goal(d)));
}

async function turnOf(): Promise<void> {
  const d = duel.value;
  if (!d || d.over) return;
  if (humanToMove(d)) {
    if (!d.message || d.message === t().duel.takenBack) patch({ message: prompt(d) });
    return;
  }
  patch({ thinking: true });
  if (d.human === "defender") await attack();
  else await defend();
}

function prompt(d: Duel): string {
  const left = d.left === null ? "" : t().duel.there(goal(d), when(d, d.left));
  return d.human === "attacker" ? `${t().duel.yourMove(t().sides[d.attacker])}${left}` : t().duel.yourReply(defenderOf(d));
}

async function attack(): Promise<void> {
  const d = duel.value!;
  const position = d.positions.at(-1)!;
  const node = d.proof.strategy.find(position);
  let uci = node?.move ?? null;
  let left = node?.plies ?? null;
  if (!uci) {
    const said = await backend.win({ position, rules: d.rules, ...withinPlies(d.aim, d.bound - d.moves.length), time: "10s" }, signalled());
    uci = said.line?.[0] ?? null;
    left = said.verdict === "win" ? (said.plies ?? null) : null;
  }
  const move = d.legal.find((legal) => legal.move === uci);
  if (!move) {
    patch({ thinking: false, over: true, message: t().duel.unknown(t().sides[d.attacker], goal(d)) });
    return;
  }
  await made(move);
  const now = duel.value;
  if (!now || now.over) return;
  const rest = left === null ? null : left - 1;
  patch({ left: rest, message: `${played(now, move, rest)} ${t().duel.yourReply(defenderOf(d))}` });
}

/** The attacker has moved; so many plies are left. */
function played(d: Duel, move: LegalMove, rest: number | null): string {
  const [words, attacker, san] = [t().duel, t().sides[d.attacker], shownMoves(move.san)];
  if (rest === 1 && endsByDefender(d.aim)) return words.mustMate(attacker, san, defenderOf(d));
  return words.plays(attacker, san, words.forces[d.aim], rest === null ? "" : when(d, rest));
}

const signalled = () => (running ? { signal: running.signal } : {});

async function defend(): Promise<void> {
  const d = duel.value!;
  const attackerName = t().sides[d.attacker];
  // Plies that are left to the attacker after the reply.
  const rest = Math.max(endsByDefender(d.aim) ? 2 : 1, d.bound - d.moves.length - 1);
  const saved = d.legal.find((move) => move.wins || move.ends?.reached === false);
  if (saved) return made(saved);
  const open = d.legal.filter((move) => !move.ends);
  // Whatever it plays, it does what the attacker wants.
  if (open.length === 0 && d.legal.length > 0) return made(d.legal[0]!);
  const node = d.proof.refutation.find(d.positions.at(-1)!);
  const held = node?.move && (node.plies === null || node.plies > rest) ? d.legal.find((move) => move.move === node.move) : undefined;
  if (held) {
    await reply(held, null, node!.plies === null ? t().duel.holds(defenderOf(d), shownMoves(held.san)) : t().duel.noWin(defenderOf(d), shownMoves(held.san), goal(d), node!.plies));
    return;
  }
  const positions = open.map((move) => move.position!);
  const { answers } = await backend.win({ positions, rules: d.rules, ...withinPlies(d.aim, rest), time: TIME }, signalled());
  let best: { move: LegalMove; plies: number; certain: boolean } | null = null;
  open.forEach((move, index) => {
    const said = answers[index];
    if (!said || isUnread(said)) return;
    const plies = said.verdict === "win" ? (said.plies ?? 0) : Infinity;
    if (!best || plies > best.plies) best = { move, plies, certain: said.verdict !== "undecided" };
  });
  if (!best) return patch({ thinking: false, over: true, message: t().duel.noReply });
  const { move, plies, certain } = best as { move: LegalMove; plies: number; certain: boolean };
  const san = shownMoves(move.san);
  const words = Number.isFinite(plies)
    ? t().duel.best(san, attackerName, t().duel.forces[d.aim], when(d, plies))
    : certain
      ? t().duel.lost(defenderOf(d), san, goal(d), when(d, rest))
      : t().duel.open(defenderOf(d), san, goal(d));
  await reply(move, Number.isFinite(plies) ? plies : null, words);
}

async function reply(move: LegalMove, left: number | null, words: string): Promise<void> {
  await made(move);
  if (duel.value && !duel.value.over) patch({ left, message: words });
}
