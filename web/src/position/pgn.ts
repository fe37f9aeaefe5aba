// Games as text: numbered lists, and PGN read and written. Which moves there are the server says.
import { count as written, t } from "../words/words";

/** "1. e4 e5 2. Nf3", beginning with Black as "1... e5". */
export function numbered(san: readonly string[], blackFirst = false): string {
  return san
    .map((move, index) => {
      const ply = index + (blackFirst ? 1 : 0);
      if (ply % 2 === 0) return `${ply / 2 + 1}. ${move}`;
      return index === 0 ? `${(ply - 1) / 2 + 1}... ${move}` : move;
    })
    .join(" ");
}

function wrapped(text: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join("\n");
}

export type Tags = readonly (readonly [name: string, value: string])[];

/** A tag's value as PGN writes it. */
const quoted = (value: string): string => value.replace(/[\\"]/g, "\\$&");

/** A game as PGN: `moves` as text, without the result. */
export function writePgn(tags: Tags, moves: string): string {
  const result = tags.find(([name]) => name === "Result")?.[1] ?? "*";
  const head = tags.map(([name, value]) => `[${name} "${quoted(value)}"]`).join("\n");
  return `${head}\n\n${wrapped(`${moves} ${result}`.trim(), 79)}\n`;
}

/** The seven tags that every game has, in their order. */
export const SEVEN = (event: string): Tags => [
  ["Event", event],
  ["Site", "?"],
  ["Date", "????.??.??"],
  ["Round", "?"],
  ["White", "?"],
  ["Black", "?"],
  ["Result", "*"],
];

export const pgn = (san: readonly string[], last: string): string => writePgn([...SEVEN("Proof game"), ["FinalFEN", last]], numbered(san));

/** A move of a text that was read, with what the text says of it. */
export interface Written {
  san: string;
  comment: string;
  nags: string[];
  /** Other moves in its place. */
  variations: Written[][];
}

export interface WrittenGame {
  tags: [name: string, value: string][];
  /** Before the first move. */
  comment: string;
  moves: Written[];
  /** What is wrong with the text: the moves before it were read. */
  fault?: { message: string; line: number; column: number };
}

/** What is read at most: moves of a game, of a line, and variations within variations. */
export const MOST_MOVES = 20_000;
export const MOST_PLIES = 1_000;
export const MOST_NESTED = 50;

const TOKEN = /\s+|%[^\n]*|;[^\n]*|\{[^}]*(?:\}|$)|\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]|\$\d+|[!?]+|\(|\)|1-0|0-1|1\/2-1\/2|½-½|\*|\d+\s*(?:\.+|…)|\.+|…|[^\s(){}\[\];$!?]+|./gsu;

/** Whether a text looks like PGN: tags, or numbered moves from the start. */
export function looksLikePgn(text: string): boolean {
  return /^\uFEFF?\s*\[\s*\w+\s+"(?:\\.|[^"\\])*"\s*\]\s*$/m.test(text) || /^\uFEFF?\s*(?:\{[^}]*\}\s*)?1\s*(?:\.+|…)\s*[\p{L}♔-♟0-]/u.test(text);
}

/** Reads games. A fault ends its game; the next one begins at its tags. */
export function readPgn(text: string): WrittenGame[] {
  const games: WrittenGame[] = [];
  let now: WrittenGame | null = null;
  let stack: Written[][] = [];
  let ended = false;
  let count = 0;
  const place = (at: number): { line: number; column: number } => {
    const before = text.slice(0, at).split("\n");
    return { line: before.length, column: [...before.at(-1)!].length + 1 };
  };
  const begin = (): WrittenGame => {
    const game: WrittenGame = { tags: [], comment: "", moves: [] };
    games.push(game);
    stack = [game.moves];
    ended = false;
    count = 0;
    return game;
  };
  const say = (words: string): void => {
    if (!now) return;
    const last = stack.at(-1)!.at(-1);
    if (last) last.comment = `${last.comment} ${words}`.trim();
    else if (stack.length === 1) now.comment = `${now.comment} ${words}`.trim();
    else stack.at(-2)!.at(-1)!.comment += ` ${words}`;
  };
  for (const match of text.replace(/^\uFEFF/, " ").matchAll(TOKEN)) {
    const [token, name, value] = match;
    const first = token[0]!;
    const atLineStart = match.index === 0 || text[match.index - 1] === "\n";
    if (/^\s/.test(token) || (first === "%" && atLineStart)) continue;
    const isTag = name !== undefined;
    if (isTag) {
      if (!now || ended || now.moves.length || now.fault) now = begin();
      now.tags.push([name, value!.replace(/\\(.)/g, "$1")]);
      continue;
    }
    if (!now || ended) now = begin();
    if (now.fault) continue;
    const fault = (message: string): void => {
      now!.fault = { message, ...place(match.index) };
    };
    if (first === "{" || first === ";") {
      if (first === "{" && !token.endsWith("}")) fault(t().analyse.faults.comment);
      say(token.slice(1, first === "{" ? -1 : undefined).replace(/\s+/g, " ").trim());
    } else if (first === "(") {
      const last = stack.at(-1)!.at(-1);
      if (!last) fault(t().analyse.faults.variation);
      else if (stack.length > MOST_NESTED) fault(t().analyse.faults.nested(MOST_NESTED));
      else {
        last.variations.push([]);
        stack.push(last.variations.at(-1)!);
      }
    } else if (first === ")") {
      if (stack.length > 1) stack.pop();
      else fault(t().analyse.faults.closing);
    } else if (/^(1-0|0-1|1\/2-1\/2|½-½|\*)$/.test(token)) {
      ended = stack.length === 1;
      if (ended && !now.tags.some(([tag]) => tag === "Result")) now.tags.push(["Result", token === "½-½" ? "1/2-1/2" : token]);
    } else if (/^[$!?]/.test(token)) stack.at(-1)!.at(-1)?.nags.push(nag(token));
    else if (/^(\d+\s*)?(\.+|…)$|^\d+$/.test(token)) continue;
    else if (++count > MOST_MOVES) fault(t().analyse.faults.moves(written(MOST_MOVES)));
    else if (stack.at(-1)!.length >= MOST_PLIES) fault(t().analyse.faults.plies(written(MOST_PLIES)));
    else stack.at(-1)!.push({ san: token, comment: "", nags: [], variations: [] });
  }
  return games.filter((game) => game.moves.length || game.tags.length || game.comment || game.fault);
}

const SIGNS: Record<string, string> = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!" };
const nag = (token: string): string => SIGNS[token] ?? token;
/** As PGN has it: `!` is `$1`. */
export const nagNumber = (sign: string): string => Object.entries(SIGNS).find(([, said]) => said === sign)?.[0] ?? sign;
