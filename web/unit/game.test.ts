import { expect, test } from "vitest";
import { back, forward, newGame, nodeAt, promoted, toEnd, withMove, without, type Game, type Path } from "../src/state/game";
import { parseFen, withoutLostRights } from "../src/position/fen";
import { pgnOf, shapesIn } from "../src/state/pgn";
import { gameOf } from "../src/position/games";

const start = gameOf("standard").start;
const move = (san: string) => ({ move: san, san, fen: `after ${san}` });

function play(game: Game, path: Path, ...sans: string[]): [Game, Path] {
  let now: [Game, Path] = [game, path];
  for (const san of sans) now = withMove(now[0], now[1], move(san));
  return now;
}

test("moves make a line, others a variation, the same move neither", () => {
  const [line, end] = play(newGame(start, "standard"), [], "e4", "e5", "Nf3");
  expect(end).toEqual([0, 0, 0]);
  const [tree, there] = play(line, [0], "c5", "Nc3");
  expect(there).toEqual([0, 1, 0]);
  const [same, again] = play(tree, [0], "e5");
  expect([same, again]).toEqual([tree, [0, 0]]);
  expect(same).toBe(tree);
  expect(pgnOf(tree)).toContain("1. e4 e5 (1... c5 2. Nc3) 2. Nf3 *");
  const [better, path] = promoted(tree, there);
  expect(path).toEqual([0, 0, 0]);
  expect(pgnOf(better)).toContain("1. e4 c5 (1... e5 2. Nf3) 2. Nc3 *");
  const [less, left] = without(better, [0, 1]);
  expect(left).toEqual([0]);
  expect(pgnOf(less)).toContain("1. e4 c5 2. Nc3 *");
  expect(toEnd(less, [])).toEqual([0, 0, 0]);
  expect(forward(less, [0, 0, 0])).toEqual([0, 0, 0]);
  expect(back([0, 0])).toEqual([0]);
  expect(nodeAt(less, [0, 0]).san).toBe("c5");
  // The first tree is as it was.
  expect(pgnOf(line)).toContain("1. e4 e5 2. Nf3 *");
});

test("a game that Black begins is numbered so", () => {
  const [game] = play(newGame("8/8/8/8/8/5k2/8/5K1r b - - 0 37", "standard"), [], "Rh8", "Kg1", "Rg8");
  expect(pgnOf(game)).toContain('[FEN "8/8/8/8/8/5k2/8/5K1r b - - 0 37"]');
  expect(pgnOf(game)).toContain("37... Rh8 38. Kg1 Rg8 *");
});

test("drawings are taken out of comments", () => {
  expect(shapesIn("Good [%csl Gd4,Re5] move [%cal Yg1f3] [%clk 0:01:02]")).toEqual({
    comment: "Good move",
    shapes: [
      { colour: "green", from: "d4", to: "d4" },
      { colour: "red", from: "e5", to: "e5" },
      { colour: "yellow", from: "g1", to: "f3" },
    ],
  });
});

test.each([
  ["the king left", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "kq"],
  ["a rook left", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "Qkq"],
  ["a rook was taken", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "R3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "Kk"],
  ["another man moved", "r3k2r/8/8/8/8/8/1P6/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/1P6/8/R3K2R w KQkq - 0 1", "KQkq"],
  ["the king of Chess960 left its rank", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/4K3/1R4R1 w KQkq - 0 1", "kq"],
  ["rights that never fitted are not ours to drop", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/4K3/8 w KQkq - 0 1", "KQkq"],
])("rights to castle when %s", (_, before, after, rights) => {
  const [next, said] = withoutLostRights(parseFen(after, "standard")!, parseFen(before, "standard")!);
  expect(next.castling).toBe(rights);
  expect(said !== "").toBe(rights !== "KQkq");
});

test("an en passant square goes with its pawn", () => {
  const before = parseFen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "standard")!;
  expect(withoutLostRights({ ...before, men: before.men.replace("p", ".") }, before)[0].enPassant).toBe("-");
  expect(withoutLostRights({ ...before, men: `Q${before.men.slice(1)}` }, before)[0].enPassant).toBe("d6");
});
