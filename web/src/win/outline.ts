// The winning strategy as a tree: after the attacker's move, each reply and what answers it.
// Branches are looked up when they are opened: a strategy may have many thousands.
import type { Aim } from "../api/openapi";
import type { Backend, PlayAnswer } from "../backend/backend";
import type { Rules } from "../position/games";
import { carriedFen } from "../position/fen";
import { playedFor } from "../state/aims";
import type { NodeList } from "./strategy";

export interface Branch {
  /** Moves and positions from the root on; one position more than moves. */
  moves: string[];
  san: string[];
  positions: string[];
  /** Plies left after the last move; 0: the attacker has what it wants. */
  left: number;
  /** The reply that leads here; null at the root. */
  reply: string | null;
  /** What the attacker plays; null where the reply ends the problem. */
  answer: string | null;
}

type Line = Pick<Branch, "moves" | "san" | "positions">;

/** A strategy, and what is needed to play by it. */
export interface Plan {
  backend: Pick<Backend, "play">;
  rules: Rules;
  aim: Aim;
  strategy: NodeList;
}

/** What may be played after a line. */
const played = ({ backend, rules, aim }: Plan, { moves, positions }: Line): Promise<PlayAnswer> =>
  backend.play({ position: positions[0]!, moves, rules, ...playedFor(aim) });

async function answered(plan: Plan, before: Line): Promise<Branch | null> {
  const position = before.positions.at(-1)!;
  const node = plan.strategy.find(position);
  if (!node?.move) return null;
  const { moves } = await played(plan, before);
  const move = moves.find((legal) => legal.move === node.move);
  if (!move) return null;
  return {
    moves: [...before.moves, move.move],
    san: [...before.san, move.san],
    positions: [...before.positions, move.position ?? carriedFen(position, plan.rules, move.move)],
    left: move.wins || move.ends ? 0 : (node.plies ?? 1) - 1,
    reply: before.san.at(-1) ?? null,
    answer: move.san,
  };
}

export const root = (plan: Plan, position: string): Promise<Branch | null> => answered(plan, { moves: [], san: [], positions: [position] });

export async function branches(plan: Plan, of: Branch): Promise<Branch[]> {
  if (of.left === 0) return [];
  const { moves } = await played(plan, of);
  const all = await Promise.all(
    moves.map((reply) => {
      if (!reply.position) return null;
      const line = { moves: [...of.moves, reply.move], san: [...of.san, reply.san], positions: [...of.positions, reply.position] };
      return reply.ends ? { ...line, left: 0, reply: reply.san, answer: null } : answered(plan, line);
    }),
  );
  return all.filter((branch) => branch !== null).sort((a, b) => b.left - a.left);
}
