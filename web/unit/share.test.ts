import { expect, test } from "vitest";
import { parseFen } from "../src/position/fen";
import { DEAD_FORM, fromHash, REACH_FORM, RETRO_FORM, type Shared, toHash, WIN_FORM } from "../src/state/share";

const mate = parseFen("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1", "standard")!;
const small = parseFen("q3/2Q1/1rRn/N3 w", "simplified")!;

test.each<[string, Shared]>([
  ["a position", { setup: mate, moves: [], asked: null, win: WIN_FORM, reach: REACH_FORM, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["a mate", { setup: mate, moves: [], asked: "win", win: { ...WIN_FORM, bound: "mate", count: 4, tries: true, tree: false }, reach: REACH_FORM, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["a selfmate", { setup: mate, moves: [], asked: "win", win: { ...WIN_FORM, aim: "selfmate", count: 2 }, reach: REACH_FORM, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["a helpmate", { setup: mate, moves: [], asked: "win", win: { ...WIN_FORM, aim: "helpmate", count: 2.5 }, reach: REACH_FORM, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["a series", { setup: mate, moves: [], asked: "win", win: { ...WIN_FORM, aim: "series-helpmate", count: 3 }, reach: REACH_FORM, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["a bound in plies", { setup: small, moves: [], asked: "win", win: { ...WIN_FORM, bound: "within", count: 6, time: "5s" }, reach: REACH_FORM, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["the shortest win", { setup: small, moves: [], asked: "win", win: { ...WIN_FORM, bound: "shortest" }, reach: REACH_FORM, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["a proof", { setup: mate, moves: [], asked: "reach", win: WIN_FORM, reach: { by: "proof", level: "static", time: "1s", repair: false }, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["five rules", { setup: mate, moves: [], asked: "reach", win: WIN_FORM, reach: { ...REACH_FORM, by: "rules", repair: false }, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["the past", { setup: mate, moves: [], asked: "retro", win: WIN_FORM, reach: REACH_FORM, retro: { anyTurn: true, anyCastling: false, anyEnPassant: true, time: "5s" }, dead: DEAD_FORM }],
  ["the past with all known", { setup: mate, moves: [], asked: "retro", win: WIN_FORM, reach: REACH_FORM, retro: { ...RETRO_FORM, anyCastling: false, anyEnPassant: false }, dead: DEAD_FORM }],
  ["a flag that fell", { setup: mate, moves: [], asked: "dead", win: WIN_FORM, reach: REACH_FORM, retro: RETRO_FORM, dead: { flag: "black" } }],
  ["a game", { setup: mate, moves: ["a4a5", "b6a5", "c6b4"], asked: null, win: WIN_FORM, reach: REACH_FORM, retro: RETRO_FORM, dead: DEAD_FORM }],
  ["both sides", { setup: mate, moves: [], asked: "dead", win: WIN_FORM, reach: REACH_FORM, retro: RETRO_FORM, dead: { flag: "none" } }],
])("%s comes back from its link", (_, shared) => {
  expect(fromHash(toHash(shared))).toEqual({ found: shared, doubt: "" });
});

test("a link is short and plain", () => {
  expect(toHash({ setup: small, moves: [], asked: "win", win: { ...WIN_FORM, bound: "within", count: 6, keys: false, tree: false }, reach: REACH_FORM, retro: RETRO_FORM, dead: DEAD_FORM })).toBe(
    "#fen=q3/2Q1/1rRn/N3_w&rules=simplified&ask=win&within=6",
  );
});

test("links that hold nothing usable say why", () => {
  for (const hash of ["", "#"]) expect(fromHash(hash)).toEqual({ found: null, doubt: "" });
  expect(fromHash("#fen=8/8_w")).toEqual({ found: null, doubt: "This link cannot be read: “8/8 w” is not a position of Chess written as FEN." });
  expect(fromHash("#fen=q3/4/4/4_w&rules=draughts").doubt).toContain("there is no game “draughts” here");
  for (const hash of ["#fen=", "#rules=standard", "#%E0%A4%A"]) expect(fromHash(hash).doubt).toContain("no position");
  const odd = fromHash("#fen=q3/4/4/4_w&rules=simplified&ask=win&within=-3&time=forever");
  expect(odd.found?.win).toEqual({ ...WIN_FORM, bound: "within", keys: false, tree: false });
  expect(odd.doubt).toBe("This part of the link makes no sense and is ignored: within=-3, time=forever.");
});
