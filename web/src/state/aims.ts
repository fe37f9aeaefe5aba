// What an attacker wants, and how the plies of its problem are counted.
import type { Aim } from "../api/openapi";
import { AIMS, fromStipulation } from "./share";

/** Of an answer that names this stipulation, if any; null where nobody defends. */
export function aimOf(stipulation: string | null | undefined): Aim | null {
  if (!stipulation) return "mate";
  const aim = fromStipulation(stipulation)?.aim;
  return aim === "mate" || aim === "stalemate" || aim === "selfmate" || aim === "reflexmate" ? aim : null;
}

/** Where the defender has to mate, it makes the last move. */
export const endsByDefender = (aim: Aim): boolean => aim === "selfmate" || aim === "reflexmate";

/** The attacker's moves among so many plies, it being to move. */
export const movesIn = (aim: Aim, plies: number): number => (endsByDefender(aim) ? Math.floor(plies / 2) : Math.ceil(plies / 2));

/** What is asked of a position from which so many plies are left. */
export const withinPlies = (aim: Aim, plies: number): { within: number } | { stipulation: string } =>
  aim === "mate" ? { within: Math.max(1, plies) } : { stipulation: `${AIMS[aim]}${Math.max(1, movesIn(aim, plies))}` };

/** What is asked of moves: how a problem ends is told by those who know the rules of each. */
export const playedFor = (aim: Aim): { aim?: Aim } => (aim === "mate" ? {} : { aim });
