// Lists as Parquet. Loaded only when such a file is wanted (`list.tsx`): its writer weighs more than a language.
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Row } from "./list";

/** Rows as a Parquet file with the columns of the CSV. */
export function parquet(rows: readonly Row[]): ArrayBuffer {
  const texts = (name: keyof Row, nullable = false) => ({
    name,
    type: "STRING" as const,
    nullable,
    data: rows.map((row) => (nullable && row[name] === "" ? null : row[name])),
  });
  return parquetWriteBuffer({
    columnData: [
      { name: "line", type: "INT32", nullable: false, data: rows.map(({ line }) => line) },
      texts("id", true),
      texts("position"),
      texts("verdict"),
      texts("detail"),
    ],
  });
}
