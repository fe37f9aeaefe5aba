// Squares, men and their names. No rules of play: those are the server's.

export type Rules = "standard" | "pawnless" | "simplified" | "simplified-pawns";
export type Side = "w" | "b";

export const RULES: readonly Rules[] = ["standard", "pawnless", "simplified", "simplified-pawns"];

export const RULES_NAME: Record<Rules, string> = {
  standard: "Chess",
  pawnless: "Chess without pawns",
  simplified: "4×4, capture the queen",
  "simplified-pawns": "4×4 with pawns",
};

/** Letters that the palette offers in each game. */
export const MEN: Record<Rules, string> = {
  standard: "KQRBNP",
  pawnless: "KQRBN",
  simplified: "QRBN",
  "simplified-pawns": "QRBNP",
};

export const sizeOf = (rules: Rules): number => (rules.startsWith("simplified") ? 4 : 8);

/** Letter of the piece that must not be lost. */
export const royalOf = (rules: Rules): string => (wonByCapture(rules) ? "q" : "k");

/** Whether the royal may be left attacked, and its capture wins; else the game is won by checkmate. */
export const wonByCapture = (rules: Rules): boolean => rules.startsWith("simplified");

const KIND: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

export const isWhite = (man: string): boolean => man === man.toUpperCase();
export const kindOf = (man: string): string => KIND[man.toLowerCase()] ?? man;
export const manName = (man: string): string => `${isWhite(man) ? "white" : "black"} ${kindOf(man)}`;
export const sideName = (side: Side): string => (side === "w" ? "White" : "Black");

/** Men are held top row first, as FEN writes them; "." is an empty square. */
export function squareName(index: number, size: number): string {
  return String.fromCharCode(97 + (index % size)) + String(size - Math.floor(index / size));
}

export function squareIndex(name: string, size: number): number | null {
  const file = name.charCodeAt(0) - 97;
  const row = size - Number(name.slice(1));
  const inside = file >= 0 && file < size && row >= 0 && row < size;
  return inside && name.length === 2 ? row * size + file : null;
}

export const isDark = (index: number, size: number): boolean => (index % size + Math.floor(index / size)) % 2 === 1;

export function withMan(men: string, index: number, man: string): string {
  return men.slice(0, index) + man + men.slice(index + 1);
}

/** Carries a man from one square to another, whatever stands there. */
export function carried(men: string, from: number, to: number): string {
  const man = men[from];
  return man === undefined || from === to ? men : withMan(withMan(men, from, "."), to, man);
}

/** Squares named in a sentence, each once. */
export function squaresIn(text: string, size: number): string[] {
  const found = text.match(/\b[a-h][1-8]\b/g) ?? [];
  return [...new Set(found)].filter((name) => squareIndex(name, size) !== null);
}

/** A move as people read it without asking whether it is legal: Kh8–g7, Kh8×g7. */
export function longMove(men: string, size: number, uci: string): string {
  const from = squareIndex(uci.slice(0, 2), size);
  const to = squareIndex(uci.slice(2, 4), size);
  const man = from === null ? undefined : men[from];
  if (man === undefined || to === null) return uci;
  const letter = man.toLowerCase() === "p" ? "" : man.toUpperCase();
  const joint = men[to] === "." ? "–" : "×";
  const promotion = uci[4] ? `=${uci[4].toUpperCase()}` : "";
  return letter + uci.slice(0, 2) + joint + uci.slice(2, 4) + promotion;
}
