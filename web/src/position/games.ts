// The games and their boards, as Rust describes them.
import { GAMES, type Rules } from "../api/openapi";

export { GAMES, type Rules };

/** Of a board: width in files, height in ranks. */
export interface Size {
  width: number;
  height: number;
}

export interface Game extends Size {
  name: Rules;
  title: string;
  /** Letters of the pieces and pawns it has, the king first. */
  roles: string;
  /** Letter of the piece that must not be lost. */
  royal: string;
  /** "capture": the royal may be left attacked, and whoever takes it wins. */
  won_by: "checkmate" | "capture";
  castling: boolean;
  en_passant: boolean;
  /** The starting position as FEN, or one to begin editing from. */
  start: string;
}

export const findGame = (name: string): Game | null => GAMES.find((game) => game.name === name) ?? null;
export const gameOf = (rules: Rules): Game => findGame(rules)!;
