// FEN text to what the editor holds and back. Whether a position makes sense is the server's to say.
import { carried, type Rules, type Side, sizeOf, squareIndex } from "./board";

export interface Setup {
  rules: Rules;
  men: string;
  turn: Side;
  castling: string;
  enPassant: string;
  clocks: string;
}

export const INITIAL_ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The first position of each game. The 4×4 games have none; theirs is a lone pair of queens. */
export const INITIAL: Record<Rules, string> = {
  standard: INITIAL_ARRAY,
  pawnless: "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w",
  simplified: "rnbq/4/4/QBNR w",
  "simplified-pawns": "rnbq/2pp/PP2/QBNR w",
};

export function menOf(text: string, size: number): string | null {
  const rows = text.split("/");
  if (rows.length !== size) return null;
  let men = "";
  for (const row of rows) {
    let squares = "";
    for (const letter of row) {
      if (/[1-8]/.test(letter)) squares += ".".repeat(Number(letter));
      else if (/[kqrbnp]/i.test(letter)) squares += letter;
      else return null;
    }
    if (squares.length !== size) return null;
    men += squares;
  }
  return men;
}

export function placement(men: string, size: number): string {
  const rows: string[] = [];
  for (let row = 0; row < size; row++) {
    rows.push(men.slice(row * size, (row + 1) * size).replace(/\.+/g, (empty) => String(empty.length)));
  }
  return rows.join("/");
}

export function empty(rules: Rules): Setup {
  return { rules, men: ".".repeat(sizeOf(rules) ** 2), turn: "w", castling: "-", enPassant: "-", clocks: "" };
}

/** Reads a FEN that the server or a link gave; null if it is none. */
export function parseFen(text: string, rules: Rules): Setup | null {
  const [board = "", turn = "w", castling = "-", enPassant = "-", ...clocks] = text.trim().split(/\s+/);
  const men = menOf(board, sizeOf(rules));
  if (men === null || (turn !== "w" && turn !== "b")) return null;
  const plain = rules !== "standard";
  return {
    rules,
    men,
    turn,
    castling: plain ? "-" : castling,
    enPassant: plain ? "-" : enPassant,
    clocks: clocks.filter((word) => /^\d+$/.test(word)).slice(0, 2).join(" "),
  };
}

export function writeFen(setup: Setup): string {
  const head = `${placement(setup.men, sizeOf(setup.rules))} ${setup.turn}`;
  if (setup.rules !== "standard") return head;
  const clocks = /^\d+ \d+$/.test(setup.clocks) ? setup.clocks : "0 1";
  return `${head} ${setup.castling} ${setup.enPassant} ${clocks}`;
}

/** Rights in the order of FEN; letters of Chess960 keep their place after them. */
export function orderedRights(rights: Iterable<string>): string {
  const set = new Set(rights);
  set.delete("-");
  const known = "KQkq";
  const others = [...set].filter((letter) => !known.includes(letter)).sort();
  return [...known].filter((letter) => set.has(letter)).concat(others).join("") || "-";
}

/** The 4×4 games end when a queen is taken, and the server has no position after it: the men are carried here. */
export function carriedFen(fen: string, rules: Rules, move: string): string {
  const before = parseFen(fen, rules);
  if (!before) return fen;
  const size = sizeOf(rules);
  const from = squareIndex(move.slice(0, 2), size);
  const to = squareIndex(move.slice(2, 4), size);
  if (from === null || to === null) return fen;
  return writeFen({ ...before, men: carried(before.men, from, to), turn: before.turn === "w" ? "b" : "w", enPassant: "-" });
}
