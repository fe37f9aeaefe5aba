import { expect, test } from "vitest";
import README from "../README.md?raw";

/** Each file of src by its path from there, with its text. */
const FILES = new Map(
  Object.entries(import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true })).map(
    ([path, text]) => [path.replace("../src/", "").replace(/\.tsx?$/, ""), text],
  ),
);

/** The rooms in the order of the table in README.md: each may import those above it. */
const ROOMS = [...README.matchAll(/^\| `src\/(\w+)\/` /gm)].map(([, room]) => room!);
const roomOf = (file: string): string | null => (file.includes("/") ? file.split("/")[0]! : null);
/** Files beside the rooms may import all of them. */
const rank = (file: string): number => (roomOf(file) === null ? ROOMS.length : ROOMS.indexOf(roomOf(file)!));

/** What a file imports from the others; without `types`, only what is there when the page runs. */
function imports(file: string, types: boolean): string[] {
  const found = FILES.get(file)!.matchAll(types ? /\bfrom "(\.[^"]+)"/g : /^import (?!type )[^;]*?from "(\.[^"]+)"/gm);
  return [...found].map(([, path]) => new URL(path!, `file:///${file}`).pathname.slice(1));
}

test("the README names every room", () => {
  const rooms = new Set([...FILES.keys()].map(roomOf).filter((room) => room !== null));
  expect([...ROOMS].sort()).toEqual([...rooms].sort());
});

test("imports run one way between rooms", () => {
  const all = [...FILES.keys()].flatMap((file) => imports(file, true).map((to) => ({ file, to })));
  expect(all.length).toBeGreaterThan(100);
  for (const { to } of all) expect(FILES.has(to), to).toBe(true);
  expect(all.filter(({ file, to }) => rank(to) > rank(file))).toEqual([]);
});

test("no file imports itself by way of others", () => {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    expect(way).not.toContain(file);
    if (done.has(file)) return;
    for (const next of imports(file, false)) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of FILES.keys()) visit(file, []);
});
