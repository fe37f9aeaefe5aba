import { expect, test } from "vitest";
import type { PlayRequest } from "../src/api/openapi";
import type { PlayAnswer } from "../src/backend/backend";
import { aimOf, movesIn, withinPlies } from "../src/state/aims";
import { branches, root } from "../src/win/outline";
import { NodeList, proofOf } from "../src/win/strategy";

const START = "4k3/8/8/8/8/8/8/K6R w - -";

test("nodes are found without clocks, and with another reading of the en passant square", () => {
  const list = new NodeList([
    [START, 5, "h1h7"],
    ["4k3/8/8/8/4P3/8/8/K6R b - e3", 4, "e8d7"],
  ]);
  expect(list.size).toBe(2);
  expect(list.find(`${START} 3 9`)?.move).toBe("h1h7");
  expect(list.find("4k3/8/8/8/4P3/8/8/K6R b - - 0 1")?.move).toBe("e8d7");
  expect(list.find("4k3/8/8/8/8/8/8/K6R b - -")).toBeNull();
});

test("keys of two fields are found by positions with all six, as /play gives them after a move", () => {
  const list = new NodeList([["q3/4/4/3Q w", 1, "d1a4"]]);
  for (const fen of ["q3/4/4/3Q w", "q3/4/4/3Q w - -", "q3/4/4/3Q w - - 3 2"]) expect(list.find(fen)?.plies).toBe(1);
  expect(list.find("q3/4/4/3Q b - - 3 2")).toBeNull();
});

test("a certificate without a strategy has an empty one", () => {
  expect(proofOf(null).strategy.size).toBe(0);
  expect(proofOf(undefined).refutation.find(START)).toBeNull();
});

/** The legal moves of some positions. As in the server's answers, positions after a move have clocks. */
const GAME: Record<string, PlayAnswer["moves"]> = {
  "q3/4/4/Q3 w": [{ move: "a1a2", san: "Qa2", position: "q3/4/Q3/4 b - - 1 1" }],
  "q3/4/Q3/4 b - - 1 1": [
    { move: "a4b4", san: "Qb4", position: "1q2/4/Q3/4 w - - 2 2" },
    { move: "a4c4", san: "Qc4", position: "2q1/4/Q3/4 w - - 2 2" },
    { move: "a4a2", san: "Qxa2", wins: true },
  ],
  "1q2/4/Q3/4 w - - 2 2": [{ move: "a2b2", san: "Qb2", position: "1q2/4/1Q2/4 b - - 3 2" }],
  "2q1/4/Q3/4 w - - 2 2": [{ move: "a2c4", san: "Qxc4", wins: true }],
  "1q2/4/1Q2/4 b - - 3 2": [],
};
/** Answers as the server does, of a game in which these moves are legal. */
const server = (game: typeof GAME) => ({
  play: async ({ position, moves = [] }: PlayRequest): Promise<PlayAnswer> => {
    const end = moves.reduce((at, uci) => game[at]!.find(({ move }) => move === uci)!.position!, position!);
    return { positions: [end], san: [], uci: [], moves: game[end] ?? [], turn: "white", status: "safe" };
  },
});
const strategy = new NodeList([
  ["q3/4/4/Q3 w", 5, "a1a2"],
  ["1q2/4/Q3/4 w", 3, "a2b2"],
  ["2q1/4/Q3/4 w", 1, "a2c4"],
]);

test("the outline has each reply with its answer, the longest first", async () => {
  const plan = { backend: server(GAME), rules: "simplified", aim: "mate", strategy } as const;
  const top = await root(plan, "q3/4/4/Q3 w");
  expect(top).toMatchObject({ answer: "Qa2", reply: null, left: 4, moves: ["a1a2"] });
  const below = await branches(plan, top!);
  expect(below.map(({ reply, answer, left }) => [reply, answer, left])).toEqual([
    ["Qb4", "Qb2", 2],
    ["Qc4", "Qxc4", 0],
  ]);
  // The capture of the queen has no position of its own; the men are carried.
  expect(below[1]!.positions.at(-1)).toBe("2Q1/4/4/4 b");
  expect(await branches(plan, below[1]!)).toEqual([]);
});

test("replies that end a problem have no answer, and stand after those that do", async () => {
  const reached = { reached: true, by: "checkmate" };
  // 8/B7/8/8/4R1N1/kp2p3/p1RN4/K7 w, a selfmate in two, with two of its replies.
  const game: typeof GAME = {
    "a w - -": [{ move: "c2c1", san: "Rc1", position: "b b - - 1 1" }],
    "b b - - 1 1": [
      { move: "b3b2", san: "b2#", position: "c w - - 0 2", ends: reached },
      { move: "e3e2", san: "e2", position: "d w - - 0 2" },
    ],
    "d w - - 0 2": [{ move: "c1e1", san: "Re1", position: "e b - - 1 2" }],
    "e b - - 1 2": [{ move: "b3b2", san: "b2#", position: "f w - - 0 3", ends: reached }],
  };
  const nodes = new NodeList([
    ["a w - -", 4, "c2c1"],
    ["d w - -", 2, "c1e1"],
  ]);
  const asked: unknown[] = [];
  const { play } = server(game);
  const backend = { play: (request: PlayRequest) => (asked.push(request.aim), play(request)) };
  const plan = { backend, rules: "standard", aim: "selfmate", strategy: nodes } as const;
  const top = await root(plan, "a w - -");
  const below = await branches(plan, top!);
  expect(below.map(({ reply, answer, left }) => [reply, answer, left])).toEqual([
    ["e2", "Re1", 1],
    ["b2#", null, 0],
  ]);
  const last = await branches(plan, below[0]!);
  expect(last).toMatchObject([{ moves: ["c2c1", "e3e2", "c1e1", "b3b2"], reply: "b2#", answer: null, left: 0 }]);
  expect(await branches(plan, last[0]!)).toEqual([]);
  expect(new Set(asked)).toEqual(new Set(["selfmate"]));
});

test("plies are counted as each aim does", () => {
  expect([aimOf(null), aimOf("=3"), aimOf("s#2"), aimOf("r#10"), aimOf("#3")]).toEqual(["mate", "stalemate", "selfmate", "reflexmate", "mate"]);
  expect([aimOf("h#2.5"), aimOf("ser-#3"), aimOf("ser-h=3")]).toEqual([null, null, null]);
  expect([movesIn("mate", 5), movesIn("stalemate", 3), movesIn("selfmate", 4), movesIn("selfmate", 1)]).toEqual([3, 2, 2, 0]);
  expect([withinPlies("mate", 3), withinPlies("mate", -1)]).toEqual([{ within: 3 }, { within: 1 }]);
  expect([withinPlies("selfmate", 4), withinPlies("reflexmate", 1)]).toEqual([{ stipulation: "s#2" }, { stipulation: "r#1" }]);
});
