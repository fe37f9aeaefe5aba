import { expect, test } from "vitest";
import { carried, longMove, squareIndex, squareName, squaresIn } from "../src/position/board";
import { carriedFen, INITIAL_ARRAY, menOf, orderedRights, parseFen, placement, writeFen } from "../src/position/fen";

test("a FEN comes back as it was", () => {
  for (const fen of [INITIAL_ARRAY, "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 b - e3 7 40", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"]) {
    expect(writeFen(parseFen(fen, "standard")!)).toBe(fen);
  }
  expect(writeFen(parseFen("q3/2Q1/1rRn/N3 b", "simplified")!)).toBe("q3/2Q1/1rRn/N3 b");
});

test("missing fields have their usual values", () => {
  expect(writeFen(parseFen("8/8/8/8/8/8/8/K1k5", "standard")!)).toBe("8/8/8/8/8/8/8/K1k5 w - - 0 1");
  expect(writeFen(parseFen("8/8/8/8/8/8/8/K1k5 b KQkq e3 0 1", "pawnless")!)).toBe("8/8/8/8/8/8/8/K1k5 b");
});

test("what is no placement is refused", () => {
  for (const text of ["", "8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7x", "8/8/8/8/8/8/8/44k", "pppppppp1/8/8/8/8/8/8/8"]) {
    expect(menOf(text, 8)).toBeNull();
  }
  expect(parseFen("8/8/8/8/8/8/8/8 x", "standard")).toBeNull();
  expect(placement(menOf("8/8/8/8/8/8/8/53", 8)!, 8)).toBe("8/8/8/8/8/8/8/8");
});

test("squares have names on both boards", () => {
  expect(squareName(0, 8)).toBe("a8");
  expect(squareName(63, 8)).toBe("h1");
  expect(squareName(0, 4)).toBe("a4");
  for (const size of [4, 8]) for (let i = 0; i < size * size; i++) expect(squareIndex(squareName(i, size), size)).toBe(i);
  for (const none of ["i1", "a9", "a0", "e5x", ""]) expect(squareIndex(none, 8)).toBeNull();
  expect(squareIndex("e1", 4)).toBeNull();
  expect(squaresIn("The white pawn on b2 bars a1, and b2 again; not x9 or a10.", 8)).toEqual(["b2", "a1"]);
});

test("men are carried and moves written without rules", () => {
  const men = menOf("7k/6Q1/6K1/8/8/8/8/8", 8)!;
  expect(longMove(men, 8, "h8g7")).toBe("Kh8×g7");
  expect(longMove(men, 8, "h8h7")).toBe("Kh8–h7");
  expect(longMove(menOf("8/P7/8/8/8/8/8/8", 8)!, 8, "a7a8q")).toBe("a7–a8=Q");
  expect(placement(carried(men, 14, 7), 8)).toBe("7Q/8/6K1/8/8/8/8/8");
  expect(carriedFen("q3/2Q1/1rRn/N3 w", "simplified", "c3a4")).toBe("Q3/4/1rRn/N3 b");
});

test("castling rights stand in the order of FEN", () => {
  expect(orderedRights("qK")).toBe("Kq");
  expect(orderedRights("-k")).toBe("k");
  expect(orderedRights("")).toBe("-");
  expect(orderedRights("bK")).toBe("Kb");
});
