// The winning strategy as a tree: after the attacker's move, each reply and what answers it.
// Branches are looked up when they are opened: a strategy may have many thousands.
import type { Backend } from "../backend/backend";
import type { Rules } from "../position/games";
import { carriedFen } from "../position/fen";
import type { NodeList } from "./strategy";

export interface Branch {
  /** Moves and positions from the root on; one position more than moves. */
  moves: string[];
  san: string[];
  positions: string[];
  /** Plies left after the attacker's move; 0: it has won. */
  left: number;
  /** The reply that leads here; null at the root. */
  reply: string | null;
  answer: string;
}

async function answered(
  backend: Pick<Backend, "play">,
  rules: Rules,
  strategy: NodeList,
  before: Pick<Branch, "moves" | "san" | "positions">,
): Promise<Branch | null> {
  const position = before.positions.at(-1)!;
  const node = strategy.find(position);
  if (!node?.move) return null;
  const { moves } = await backend.play({ position, rules });
  const move = moves.find((legal) => legal.move === node.move);
  if (!move) return null;
  return {
    moves: [...before.moves, move.move],
    san: [...before.san, move.san],
    positions: [...before.positions, move.position ?? carriedFen(position, rules, move.move)],
    left: move.wins ? 0 : (node.plies ?? 1) - 1,
    reply: before.san.at(-1) ?? null,
    answer: move.san,
  };
}

export function root(backend: Pick<Backend, "play">, rules: Rules, strategy: NodeList, position: string): Promise<Branch | null> {
  return answered(backend, rules, strategy, { moves: [], san: [], positions: [position] });
}

export async function branches(
  backend: Pick<Backend, "play">,
  rules: Rules,
  strategy: NodeList,
  of: Branch,
): Promise<Branch[]> {
  if (of.left === 0) return [];
  const { moves } = await backend.play({ position: of.positions.at(-1)!, rules });
  const all = await Promise.all(
    moves.map((reply) =>
      reply.position
        ? answered(backend, rules, strategy, {
            moves: [...of.moves, reply.move],
            san: [...of.san, reply.san],
            positions: [...of.positions, reply.position],
          })
        : null,
    ),
  );
  return all.filter((branch) => branch !== null).sort((a, b) => b.left - a.left);
}
