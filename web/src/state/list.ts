// A long list of cases: what is shown of it, in which order, and what is kept of the answers.
import { computed, effect, signal } from "@preact/signals";
import { isUnread } from "../backend/backend";
import { answers, begun, cases } from "./cases";

export const filter = signal<string | null>(null);
export const search = signal("");
export type SortBy = "line" | "verdict" | "detail";
export const sortBy = signal<{ by: SortBy; down: boolean }>({ by: "line", down: false });
export const selected = signal<number | null>(null);

/** What is asked of the whole list begins anew with another list. */
export function followLists(): void {
  effect(() => {
    void cases.value;
    filter.value = null;
    search.value = "";
    sortBy.value = { by: "line", down: false };
    selected.value = null;
  });
}

export const UNREAD = "not read";
export const OPEN = "not asked";

/** A row of the list. */
export interface Row {
  index: number;
  line: number;
  /** What the text calls it. */
  id: string;
  position: string;
  verdict: string;
  /** The rest of what is said, in one line. */
  detail: string;
}

const rows = computed((): Row[] =>
  cases.value.map((of, index) => {
    const { line } = of;
    const id = ("id" in of && of.id) || "";
    if (!("position" in of)) return { index, line, id, position: "", verdict: UNREAD, detail: of.error };
    const said = answers.value.get(index);
    const own = of.answer ? { verdict: of.answer, detail: "" } : { verdict: OPEN, detail: "" };
    if (!said) return { index, line, id, position: of.position, ...own };
    const { answer, verdict, short } = said;
    const reason = isUnread(answer) ? answer.error.message : "reason" in answer ? (answer.reason ?? "") : "";
    const rest = short.startsWith(verdict) ? short.slice(verdict.length).trim() : short;
    return { index, line, id, position: of.position, verdict, detail: [isUnread(answer) ? "" : rest, reason].filter(Boolean).join(" · ") };
  }),
);

/** How many there are of each verdict, the most first. */
export const totals = computed((): [string, number][] => {
  const counts = new Map<string, number>();
  for (const { verdict } of rows.value) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
});

/** The rows that are shown, in their order. */
export const shown = computed((): Row[] => {
  const words = search.value.trim().toLowerCase();
  const { by, down } = sortBy.value;
  const some = rows.value.filter(
    (row) => (filter.value === null || row.verdict === filter.value) && (!words || `${row.line} ${row.id} ${row.position} ${row.verdict} ${row.detail}`.toLowerCase().includes(words)),
  );
  if (by === "line" && !down) return some;
  const order = by === "line" ? (a: Row, b: Row) => a.line - b.line : (a: Row, b: Row) => a[by].localeCompare(b[by]) || a.line - b.line;
  return [...some].sort(down ? (a, b) => order(b, a) : order);
});

/** Seconds that the rest will take if it goes on like this; null where that cannot be told. */
export function remaining(): number | null {
  const [now, done] = [begun.value, answers.value.size];
  if (!now || !done || done >= now.of) return null;
  return ((Date.now() - now.at) / 1000 / done) * (now.of - done);
}

const cell = (text: string): string => (/[",\n\r]/.test(text) || /^[=+\-@]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The rows that are shown as CSV (RFC 4180). */
export function csv(): string {
  const lines = shown.value.map(({ line, id, position, verdict, detail }) => [String(line), id, position, verdict, detail].map(cell).join(","));
  return `${["line,id,position,verdict,detail", ...lines].join("\r\n")}\r\n`;
}

/** The rows that are shown with their whole answers, one JSON object a line. */
export function jsonl(): string {
  const lines = shown.value.map(({ index, line, id, position, verdict, detail }) => {
    const said = answers.value.get(index);
    const named = id ? { line, id, position } : { line, position };
    return JSON.stringify(said ? { ...named, ...said.answer } : { ...named, verdict, detail });
  });
  return lines.map((line) => `${line}\n`).join("");
}
