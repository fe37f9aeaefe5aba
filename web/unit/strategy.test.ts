import { expect, test } from "vitest";
import type { PlayAnswer } from "../src/backend/backend";
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
const backend = {
  play: async ({ position = "" }: { position?: string }): Promise<PlayAnswer> => ({ positions: [position], san: [], uci: [], moves: GAME[position] ?? [], turn: "white", status: "safe" }),
};
const strategy = new NodeList([
  ["q3/4/4/Q3 w", 5, "a1a2"],
  ["1q2/4/Q3/4 w", 3, "a2b2"],
  ["2q1/4/Q3/4 w", 1, "a2c4"],
]);

test("the outline has each reply with its answer, the longest first", async () => {
  const top = await root(backend, "simplified", strategy, "q3/4/4/Q3 w");
  expect(top).toMatchObject({ answer: "Qa2", reply: null, left: 4, moves: ["a1a2"] });
  const below = await branches(backend, "simplified", strategy, top!);
  expect(below.map(({ reply, answer, left }) => [reply, answer, left])).toEqual([
    ["Qb4", "Qb2", 2],
    ["Qc4", "Qxc4", 0],
  ]);
  // The capture of the queen has no position of its own; the men are carried.
  expect(below[1]!.positions.at(-1)).toBe("2Q1/4/4/4 b");
  expect(await branches(backend, "simplified", strategy, below[1]!)).toEqual([]);
});
