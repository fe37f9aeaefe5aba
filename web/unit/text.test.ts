import { expect, test } from "vitest";
import { arrowPath } from "../src/board/arrows";
import { boardSvg } from "../src/board/export";
import { certificatesIn, isProof } from "../src/state/proofs";
import { parseFen } from "../src/position/fen";
import { gameOf } from "../src/position/games";
import { numbered, pgn } from "../src/position/pgn";

test("moves are numbered", () => {
  expect(numbered(["e4", "e5", "Nf3"])).toBe("1. e4 e5 2. Nf3");
  expect(numbered(["e5", "Nf3", "Nc6"], true)).toBe("1... e5 2. Nf3 Nc6");
  expect(numbered([])).toBe("");
});

test("PGN has its tags and short lines", () => {
  const text = pgn(Array.from({ length: 60 }, (_, i) => (i % 2 ? "Ng8" : "Nf3")), "last");
  expect(text).toContain('[FinalFEN "last"]\n\n1. Nf3 Ng8 2. Nf3');
  expect(text.endsWith(" *\n")).toBe(true);
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(80);
  expect(pgn([], "x").endsWith("\n\n*\n")).toBe(true);
});

test("the exported board is whole SVG with every man", () => {
  const size = gameOf("standard");
  const { men } = parseFen(size.start, "standard")!;
  const svg = boardSvg({ men, size, flipped: false });
  expect(svg.match(/<rect/g)).toHaveLength(65);
  expect(svg.match(/<g transform="translate\(\d+ \d+\)" fill/g)).toHaveLength(32);
  expect(svg).not.toMatch(/href|style=|NaN|undefined/);
  expect(boardSvg({ men, size, flipped: true })).not.toBe(svg);
  const narrow = boardSvg({ men: "k....r".repeat(2) + "K..", size: { width: 3, height: 5 }, flipped: false });
  expect(narrow).toContain('viewBox="0 0 336 536"');
  expect(narrow.match(/<text/g)).toHaveLength(8);
});

test("an arrow of no length is none", () => {
  expect(arrowPath(5, 5, gameOf("standard"), false)).toBe("");
  expect(arrowPath(0, 63, gameOf("standard"), false)).toMatch(/^M[\d. ]+(L[\d. ]+){6}z$/);
});

test("certificates come as one object or one a line", () => {
  expect(certificatesIn('{"a":\n1}')).toEqual([{ a: 1 }]);
  expect(certificatesIn('{"a":1}\n\n{"b":2}\n')).toEqual([{ a: 1 }, { b: 2 }]);
  expect(() => certificatesIn("no")).toThrow();
  expect(() => certificatesIn('{"a":1}\nno')).toThrow();
});

test("a list of positions in JSON is no certificates", () => {
  expect(isProof('{"rules":"standard","question":"status","claim":{}}')).toBe(true);
  expect(isProof('{"verdict":"safe","certificate":{}}\n{"error":{}}\n')).toBe(true);
  for (const text of ['{"id":1,"fen":"8/8"}\n{"id":2,"fen":"8/8"}\n', "[1]", "null", "no", ""]) expect(isProof(text)).toBe(false);
});
