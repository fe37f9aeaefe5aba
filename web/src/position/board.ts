// Squares and their names, and men (pieces and pawns). The rules of play are the server's.
import type { Size } from "./games";

export type Side = "w" | "b";

export const isWhite = (man: string): boolean => man === man.toUpperCase();

/** Squares are numbered as FEN lists them: from the a-file of the highest rank, rank by rank. */
export function squareName(index: number, { width, height }: Size): string {
  return String.fromCharCode(97 + (index % width)) + String(height - Math.floor(index / width));
}

export function squareIndex(name: string, { width, height }: Size): number | null {
  const file = name.charCodeAt(0) - 97;
  const above = height - Number(name.slice(1));
  const inside = file >= 0 && file < width && above >= 0 && above < height;
  return inside && name.length === 2 ? above * width + file : null;
}

/** Where a square is seen, in files from the left edge and ranks from the upper one. */
export function placeOf(index: number, { width, height }: Size, flipped: boolean): [x: number, y: number] {
  const [x, y] = [index % width, Math.floor(index / width)];
  return flipped ? [width - 1 - x, height - 1 - y] : [x, y];
}

/** The square seen at such a place. */
export function squareAt(x: number, y: number, { width, height }: Size, flipped: boolean): number {
  return flipped ? (height - y) * width - 1 - x : y * width + x;
}

/** Whether a square is dark, as a1 is on every board. */
export function isDark(index: number, size: Size): boolean {
  const [x, y] = placeOf(index, size, false);
  return (x + size.height - 1 - y) % 2 === 0;
}

export const squaresOf = ({ width, height }: Size): number[] => Array.from({ length: width * height }, (_, index) => index);

export function withMan(men: string, index: number, man: string): string {
  return men.slice(0, index) + man + men.slice(index + 1);
}

/** Moves a man and takes what stands there. `men` has a FEN letter for each square, "." for an empty one. */
export function carried(men: string, from: number, to: number): string {
  const man = men[from];
  return man === undefined || from === to ? men : withMan(withMan(men, from, "."), to, man);
}

/** The squares that a sentence names, each once. */
export function squaresIn(text: string, size: Size): string[] {
  const found = text.match(/\b[a-h][1-8]\b/g) ?? [];
  return [...new Set(found)].filter((name) => squareIndex(name, size) !== null);
}

/** A move in long notation, such as Kh8×g7; it need not be legal. */
export function longMove(men: string, size: Size, uci: string): string {
  const from = squareIndex(uci.slice(0, 2), size);
  const to = squareIndex(uci.slice(2, 4), size);
  const man = from === null ? undefined : men[from];
  if (man === undefined || to === null) return uci;
  const letter = man.toLowerCase() === "p" ? "" : man.toUpperCase();
  const joint = men[to] === "." ? "–" : "×";
  const promotion = uci[4] ? `=${uci[4].toUpperCase()}` : "";
  return letter + uci.slice(0, 2) + joint + uci.slice(2, 4) + promotion;
}
