import { expect, test } from "vitest";
import { WORDS as DE } from "../src/words/de";
import { EN, type Words } from "../src/words/en";
import { WORDS as ES } from "../src/words/es";
import { WORDS as FR } from "../src/words/fr";
import { SPEECHES } from "../src/words/words";

const TABLES: Record<string, Words> = { de: DE, fr: FR, es: ES };
type Leaf = string | ((...args: unknown[]) => string);

/** Every sentence by its place in the table. */
function leaves(table: object, at = ""): [place: string, leaf: Leaf][] {
  return Object.entries(table).flatMap(([key, value]) => (typeof value === "object" ? leaves(value as object, `${at}${key}.`) : [[at + key, value as Leaf] as [string, Leaf]]));
}
const said = (leaf: Leaf): string[] => (typeof leaf === "string" ? [leaf] : [1, 2, 7].map((n) => leaf(...new Array<number>(leaf.length).fill(n))));

test("every language is tested", () => {
  expect(["en", ...Object.keys(TABLES)].sort()).toEqual([...SPEECHES].sort());
});

/** What has the same letters in another language: terms of the trade, and words that are the same. */
const SAME: Record<string, RegExp> = {
  de: /^(legal|illegal|Status|Analyse|Dual|CSV|Parquet|Format|En passant|Link|: Status)$/,
  fr: /^(possible|impossible|Questions|Analyse|Position|Positions|Solution|Variantes|dual|CSV|Parquet|Verdict|\d \/ .*|.*solutions|.* positions)$/,
  es: /^(dual|CSV|Parquet|Mate)$/,
};

for (const [name, table] of Object.entries(TABLES)) {
  test(`${name}: each sentence is there, and is not the English one`, () => {
    const own = new Map(leaves(table));
    const english = leaves(EN);
    expect(english.length).toBeGreaterThan(300);
    const left = english.filter(([place]) => !place.startsWith("games."));
    expect(left.map(([place]) => place).filter((place) => !own.has(place))).toEqual([]);
    for (const [place, leaf] of left) {
      const [theirs, ours] = [said(leaf), said(own.get(place)!)];
      for (const [n, sentence] of ours.entries()) {
        expect(sentence.trim(), place).not.toBe("");
        expect(sentence, place).not.toMatch(/undefined|NaN|\[object/);
        if (!SAME[name]!.test(sentence) && /[A-Za-z]{3}/.test(sentence)) expect(sentence, place).not.toBe(theirs[n]);
      }
    }
  });

  test(`${name}: a sentence leaves out nothing that it is told`, () => {
    for (const [place, leaf] of leaves(EN)) {
      if (typeof leaf === "string" || leaf.length === 0) continue;
      const marks = Array.from({ length: leaf.length }, (_, n) => `§${n}§`);
      const other = new Map(leaves(table)).get(place) as (...args: unknown[]) => string;
      const [theirs, ours] = [leaf(...marks), other(...marks)];
      for (const mark of marks) if (theirs.includes(mark)) expect(ours, `${place} without ${mark}`).toContain(mark);
    }
  });
}

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
/** Text between tags, on a line of its own, in an attribute that is read or shown, or announced. */
const SHOWN = [
  /(?<!=)>\s*[A-Z“][a-z’]+[^<>{}=;()]*</g,
  /^\s+[A-Z][a-z]+( [\w’'-]+)*[.?!…]?$/gm,
  /\b(aria-label|aria-valuetext|title|placeholder|label|what|intro|words)="[^"]*[A-Za-z]{2}[^"]*"/g,
  /\b(announce|notice\.value =) ?\(?["`]\w/g,
];

test("no sentence stands outside of the table", () => {
  const found = Object.entries(SOURCES)
    .flatMap(([path, text]) => (path.endsWith("x") ? SHOWN : SHOWN.slice(-1)).flatMap((form) => [...text.matchAll(form)].map(([hit]) => `${path}: ${hit.trim()}`)));
  // Names are the same everywhere.
  expect(found.filter((hit) => !/: (>Arbiter<|what="PGN")$/.test(hit))).toEqual([]);
});
