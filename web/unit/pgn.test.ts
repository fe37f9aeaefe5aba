import { expect, test } from "vitest";
import { looksLikePgn, MOST_NESTED, MOST_PLIES, readPgn } from "../src/position/pgn";

const san = (text: string): string[] => readPgn(text)[0]?.moves.map((move) => move.san) ?? [];

test("moves, numbers, results and signs", () => {
  expect(san("1. e4 e5 2.Nf3 Nc6 3. Bb5 a6 1/2-1/2")).toEqual(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
  expect(san("1.e4 e5 2... d6")).toEqual(["e4", "e5", "d6"]);
  expect(san("1. e4! e5?! 2. O-O-O# $1 *")).toEqual(["e4", "e5", "O-O-O#"]);
  const [first, second, third] = readPgn("1. e4! e5?! 2. f4 $5 $14")[0]!.moves;
  expect([first!.nags, second!.nags, third!.nags]).toEqual([["!"], ["?!"], ["!?", "$14"]]);
  expect(san("1. e8=Q+ Kd7 2. exd6 e.p.")).toEqual(["e8=Q+", "Kd7", "exd6", "e.p."]);
});

test("tags, comments and variations", () => {
  const [game] = readPgn('[White "A \\"B\\" C"]\n[Black "D"]\n\n{Before} 1. e4 {best {by test} e5 (1... c5 2. Nf3 (2. c3) d6) ; to the end\n2. Nf3 0-1');
  expect(game!.tags).toEqual([["White", 'A "B" C'], ["Black", "D"], ["Result", "0-1"]]);
  expect(game!.comment).toBe("Before");
  expect(game!.moves.map(({ san }) => san)).toEqual(["e4", "e5", "Nf3"]);
  expect(game!.moves[0]!.comment).toBe("best {by test");
  expect(game!.moves[1]!.comment).toBe("to the end");
  const [variation] = game!.moves[1]!.variations;
  expect(variation!.map(({ san }) => san)).toEqual(["c5", "Nf3", "d6"]);
  expect(variation![1]!.variations[0]!.map(({ san }) => san)).toEqual(["c3"]);
});

test("several games, with and without tags", () => {
  const games = readPgn('[Event "1"]\n\n1. e4 *\n\n[Event "2"]\n\n1. d4 d5 1-0\n1. c4 *');
  expect(games.map(({ moves }) => moves.length)).toEqual([1, 2, 1]);
});

test("a fault is told with its place, and ends its game only", () => {
  const [first, second] = readPgn('1. e4 ) e5\n\n[Event "2"]\n\n1. d4 {open');
  expect(first!.fault).toMatchObject({ line: 1, column: 7 });
  expect(first!.moves.length).toBe(1);
  expect(second!.fault?.message).toContain("no end");
  expect(readPgn("( 1. e4")[0]!.fault?.message).toContain("there is none");
});

test("what is too long or too deep is refused in words", () => {
  expect(readPgn("Nf3 ".repeat(MOST_PLIES + 1))[0]!.fault?.message).toContain("1,000");
  expect(readPgn("1. e4 ( d4 ".repeat(MOST_NESTED + 2))[0]!.fault?.message).toContain("deep");
  expect(readPgn("1. ".repeat(100_000))).toEqual([]);
});

test("what is a game and what is not", () => {
  for (const text of ['[Event "x"]\n', "1. e4 e5", "1.e4", "{x} 1. e4", '\uFEFF[White "y"]\n1-0', "1. 0-0"]) expect(looksLikePgn(text), text).toBe(true);
  for (const text of ["8/8/8/8/8/8/8/8 w", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "1\nw", "3 2\n", "", "1 2 3"]) expect(looksLikePgn(text), text).toBe(false);
});
