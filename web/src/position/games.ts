// The games and their boards, as Rust describes them.
import { GAMES, type Rules } from "../api/openapi";

export { GAMES, type Rules };

/** Of a board, in squares: files and ranks. */
export interface Size {
  width: number;
  height: number;
}

export interface Game extends Size {
  name: Rules;
  title: string;
  /** Letters of its men, the king first. */
  roles: string;
  /** Letter of the piece that must not be lost. */
  royal: string;
  /** By capture the royal may be left attacked, and who takes it wins. */
  won_by: "checkmate" | "capture";
  castling: boolean;
  en_passant: boolean;
  /** As FEN. */
  start: string;
}

export const findGame = (name: string): Game | null => GAMES.find((game) => game.name === name) ?? null;
export const gameOf = (rules: Rules): Game => findGame(rules)!;
