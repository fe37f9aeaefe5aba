// Lists saved as Parquet are read back as they were.
import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import type { Row } from "../src/state/list";
import { parquet } from "../src/state/parquet";

const row = (index: number, more: Partial<Row> = {}): Row => ({
  index,
  line: index + 1,
  id: index % 2 ? `n° ${index} „ü“` : "",
  position: "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
  verdict: index % 3 ? "checkmate" : "not read",
  detail: `expected ${"a piece letter, ".repeat(index % 7)}found '♞'`,
  ...more,
});

test.each([0, 1, 5000])("%i rows", async (count) => {
  const rows = Array.from({ length: count }, (_, index) => row(index));
  const file = parquet(rows);
  const read = await parquetReadObjects({ file });
  expect(read).toEqual(rows.map(({ line, id, position, verdict, detail }) => ({ line, id: id || null, position, verdict, detail })));
});
