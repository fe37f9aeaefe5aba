import { expect, test } from "vitest";
import { carried, isDark, longMove, placeOf, squareAt, squareIndex, squareName, squaresIn, squaresOf } from "../src/position/board";
import { carriedFen, menOf, orderedRights, parseFen, partialFen, placement, writeFen } from "../src/position/fen";
import { GAMES, gameOf, type Size } from "../src/position/games";

const EIGHT: Size = { width: 8, height: 8 };
const FOUR: Size = { width: 4, height: 4 };
const BOARDS: Size[] = [EIGHT, FOUR, { width: 5, height: 5 }, { width: 6, height: 6 }, { width: 5, height: 6 }, { width: 7, height: 3 }];

test("each game starts from a position on its board, with a royal a side and no man that it has not", () => {
  expect(GAMES.length).toBeGreaterThan(3);
  for (const { name, start, roles, royal } of GAMES) {
    expect(writeFen(parseFen(start, name)!)).toBe(start);
    const men = parseFen(start, name)!.men.replaceAll(".", "");
    expect([...men.toLowerCase()].filter((man) => !roles.includes(man))).toEqual([]);
    for (const man of [royal, royal.toUpperCase()]) expect(men.split(man).length).toBe(2);
  }
});

test("a FEN comes back as it was", () => {
  for (const fen of [gameOf("standard").start, "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 b - e3 7 40", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"]) {
    expect(writeFen(parseFen(fen, "standard")!)).toBe(fen);
  }
  expect(writeFen(parseFen("q3/2Q1/1rRn/N3 b", "simplified")!)).toBe("q3/2Q1/1rRn/N3 b");
});

test("what is not known is a question mark, and clocks are left out", () => {
  const setup = parseFen("r3k3/8/8/8/4P3/8/8/4K2R b Kq e3 0 9", "standard")!;
  const none = { anyTurn: false, anyCastling: false, anyEnPassant: false };
  expect(partialFen(setup, none)).toBe("r3k3/8/8/8/4P3/8/8/4K2R b Kq e3");
  expect(partialFen(setup, { ...none, anyTurn: true })).toBe("r3k3/8/8/8/4P3/8/8/4K2R ? Kq e3");
  expect(partialFen(setup, { ...none, anyCastling: true })).toBe("r3k3/8/8/8/4P3/8/8/4K2R b ? e3");
  expect(partialFen(setup, { ...none, anyEnPassant: true })).toBe("r3k3/8/8/8/4P3/8/8/4K2R b Kq ?");
});

test("missing fields have their usual values", () => {
  expect(writeFen(parseFen("8/8/8/8/8/8/8/K1k5", "standard")!)).toBe("8/8/8/8/8/8/8/K1k5 w - - 0 1");
  expect(writeFen(parseFen("8/8/8/8/8/8/8/K1k5 b KQkq e3 0 1", "pawnless")!)).toBe("8/8/8/8/8/8/8/K1k5 b");
});

test("what is no placement is refused", () => {
  for (const text of ["", "8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7x", "8/8/8/8/8/8/8/44k", "pppppppp1/8/8/8/8/8/8/8"]) {
    expect(menOf(text, EIGHT)).toBeNull();
  }
  expect(parseFen("8/8/8/8/8/8/8/8 x", "standard")).toBeNull();
  expect(placement(menOf("8/8/8/8/8/8/8/53", EIGHT)!, EIGHT)).toBe("8/8/8/8/8/8/8/8");
});

test("squares have names on every board, and a1 is dark", () => {
  expect(squareName(0, EIGHT)).toBe("a8");
  expect(squareName(63, EIGHT)).toBe("h1");
  expect(squareName(0, FOUR)).toBe("a4");
  expect(squareName(0, { width: 5, height: 6 })).toBe("a6");
  for (const size of BOARDS) {
    for (const index of squaresOf(size)) {
      expect(squareIndex(squareName(index, size), size)).toBe(index);
      for (const flipped of [false, true]) expect(squareAt(...placeOf(index, size, flipped), size, flipped)).toBe(index);
    }
    expect(isDark(squareIndex("a1", size)!, size)).toBe(true);
    expect(isDark(squareIndex("b1", size)!, size)).toBe(false);
    expect(placeOf(squareIndex("a1", size)!, size, true)).toEqual([size.width - 1, 0]);
    expect(squaresOf(size).length).toBe(size.width * size.height);
  }
  for (const none of ["i1", "a9", "a0", "e5x", ""]) expect(squareIndex(none, EIGHT)).toBeNull();
  expect(squareIndex("e1", FOUR)).toBeNull();
  expect(squaresIn("The white pawn on b2 bars a1, and b2 again; not x9 or a10.", EIGHT)).toEqual(["b2", "a1"]);
});

test("men are carried and moves written without rules", () => {
  const men = menOf("7k/6Q1/6K1/8/8/8/8/8", EIGHT)!;
  expect(longMove(men, EIGHT, "h8g7")).toBe("Kh8×g7");
  expect(longMove(men, EIGHT, "h8h7")).toBe("Kh8–h7");
  expect(longMove(menOf("8/P7/8/8/8/8/8/8", EIGHT)!, EIGHT, "a7a8q")).toBe("a7–a8=Q");
  expect(placement(carried(men, 14, 7), EIGHT)).toBe("7Q/8/6K1/8/8/8/8/8");
  expect(carriedFen("q3/2Q1/1rRn/N3 w", "simplified", "c3a4")).toBe("Q3/4/1rRn/N3 b");
});

test("castling rights stand in the order of FEN", () => {
  expect(orderedRights("qK")).toBe("Kq");
  expect(orderedRights("-k")).toBe("k");
  expect(orderedRights("")).toBe("-");
  expect(orderedRights("bK")).toBe("Kb");
});
