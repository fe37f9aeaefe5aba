// Reads and writes FEN. Only its form is looked at: whether a position makes sense, the server says.
import { carried, type Side, squareIndex } from "./board";
import { type Game, gameOf, type Rules, type Size } from "./games";
import { t } from "../words/words";

export interface Setup {
  rules: Rules;
  men: string;
  turn: Side;
  castling: string;
  enPassant: string;
  clocks: string;
}

export function menOf(text: string, { width, height }: Size): string | null {
  const ranks = text.split("/");
  if (ranks.length !== height) return null;
  let men = "";
  for (const rank of ranks) {
    let squares = "";
    for (const letter of rank) {
      if (/[1-8]/.test(letter)) squares += ".".repeat(Number(letter));
      else if (/[kqrbnp]/i.test(letter)) squares += letter;
      else return null;
    }
    if (squares.length !== width) return null;
    men += squares;
  }
  return men;
}

export function placement(men: string, { width, height }: Size): string {
  const rank = (n: number): string => men.slice(n * width, (n + 1) * width).replace(/\.+/g, (empty) => String(empty.length));
  return Array.from({ length: height }, (_, n) => rank(n)).join("/");
}

/** FEN has six fields in games with castling or en passant, two in the others. */
const hasRights = ({ castling, en_passant }: Game): boolean => castling || en_passant;

export function empty(rules: Rules): Setup {
  const { width, height } = gameOf(rules);
  return { rules, men: ".".repeat(width * height), turn: "w", castling: "-", enPassant: "-", clocks: "" };
}

/** Reads a FEN that the server or a link gave; null if it is none. */
export function parseFen(text: string, rules: Rules): Setup | null {
  const [board = "", turn = "w", castling = "-", enPassant = "-", ...clocks] = text.trim().split(/\s+/);
  const game = gameOf(rules);
  const men = menOf(board, game);
  if (men === null || (turn !== "w" && turn !== "b")) return null;
  return {
    rules,
    men,
    turn,
    castling: game.castling ? castling : "-",
    enPassant: game.en_passant ? enPassant : "-",
    clocks: clocks.filter((word) => /^\d+$/.test(word)).slice(0, 2).join(" "),
  };
}

export function writeFen(setup: Setup): string {
  const game = gameOf(setup.rules);
  const head = `${placement(setup.men, game)} ${setup.turn}`;
  if (!hasRights(game)) return head;
  const clocks = /^\d+ \d+$/.test(setup.clocks) ? setup.clocks : "0 1";
  return `${head} ${setup.castling} ${setup.enPassant} ${clocks}`;
}

/** Fields of a FEN that are not known. */
export interface Unknown {
  anyTurn: boolean;
  anyCastling: boolean;
  anyEnPassant: boolean;
}

/** A FEN with `?` for what is not known, and without clocks. */
export function partialFen(setup: Setup, { anyTurn, anyCastling, anyEnPassant }: Unknown): string {
  const [men, turn, castling, enPassant] = writeFen(setup).split(" ");
  return [men, anyTurn ? "?" : turn, anyCastling ? "?" : castling, anyEnPassant ? "?" : enPassant].join(" ");
}

/** Castling rights in the order of FEN, followed by the file letters of Chess960. */
export function orderedRights(rights: Iterable<string>): string {
  const set = new Set(rights);
  set.delete("-");
  const known = "KQkq";
  const others = [...set].filter((letter) => !known.includes(letter)).sort();
  return [...known].filter((letter) => set.has(letter)).concat(others).join("") || "-";
}

/** Where the king and the rook of a right are; null where the letter or the men do not go with it. */
function castlingMen(men: string, letter: string, { width, height }: Size): [king: number, rook: number] | null {
  const white = letter === letter.toUpperCase();
  const from = white ? (height - 1) * width : 0;
  const rank = men.slice(from, from + width);
  const king = rank.indexOf(white ? "K" : "k");
  const rook = white ? "R" : "r";
  const files = { k: rank.lastIndexOf(rook), q: rank.indexOf(rook) }[letter.toLowerCase()] ?? letter.toLowerCase().charCodeAt(0) - 97;
  if (king < 0 || rank[files] !== rook) return null;
  const short = letter.toLowerCase() === "k";
  return /[kq]/i.test(letter) && short !== files > king ? null : [king, files];
}

/** Whether a pawn may just have made the double step that an en passant square tells of. */
function passed({ men, turn, enPassant, rules }: Setup): boolean {
  const size = gameOf(rules);
  const square = squareIndex(enPassant, size);
  if (square === null) return false;
  const ahead = turn === "w" ? size.width : -size.width;
  return men[square] === "." && men[square + ahead] === (turn === "w" ? "p" : "P") && men[square - ahead] === ".";
}

/** Without the rights to castle, and the en passant square, that fitted the men as they stood and fit no longer, and in words which. */
export function withoutLostRights(next: Setup, before: Setup): [Setup, string] {
  const size = gameOf(next.rules);
  const usual = (men: [number, number] | null): boolean => men !== null && men[0] === 4 && (men[1] === 0 || men[1] === size.width - 1);
  const lost = [...next.castling].filter((letter) => {
    const [was, is] = [castlingMen(before.men, letter, size), castlingMen(next.men, letter, size)];
    // A king and rook at home castle from there only; others as in Chess960, from where they are.
    return was !== null && (is === null || (usual(was) && !usual(is)));
  });
  const stepped = passed(before) && before.enPassant === next.enPassant && !passed(next);
  if (!lost.length && !stepped) return [next, ""];
  const { wings, wing, rightsLost, stepLost } = t().board;
  const names = lost.map((letter) => wings[letter] ?? wing(t().sides[letter === letter.toUpperCase() ? "w" : "b"], letter.toLowerCase()));
  const castling = orderedRights([...next.castling].filter((letter) => !lost.includes(letter)));
  const said = [
    lost.length ? rightsLost(names.join(", ")) : "",
    stepped ? stepLost(next.enPassant) : "",
  ];
  return [{ ...next, castling, enPassant: stepped ? "-" : next.enPassant }, said.filter(Boolean).join(" ")];
}

/** The position after the royal was taken: the game is over, and the server gives none. */
export function carriedFen(fen: string, rules: Rules, move: string): string {
  const before = parseFen(fen, rules);
  if (!before) return fen;
  const size = gameOf(rules);
  const from = squareIndex(move.slice(0, 2), size);
  const to = squareIndex(move.slice(2, 4), size);
  if (from === null || to === null) return fen;
  return writeFen({ ...before, men: carried(before.men, from, to), turn: before.turn === "w" ? "b" : "w", enPassant: "-" });
}
