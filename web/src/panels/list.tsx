// A long list: totals by verdict, a table of which only what is in sight is drawn, the chosen one on the board beside it.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Quiet } from "../parts/parts";
import { save } from "../parts/save";
import { answers, begun, busy, cases, openCase } from "../state/cases";
import { csv, filter, jsonl, remaining, type Row, search, selected, shown, type SortBy, sortBy, totals } from "../state/list";
import { announce } from "../state/store";
import { count, t, verdictName } from "../words/words";

/** Pixels: of a row, and of the part of the table that is in sight. */
const ROW = 34;
const HEIGHT = 12 * ROW;
/** Rows drawn above and below what is in sight. */
const SPARE = 6;

function Progress() {
  const now = begun.value;
  if (!busy.value || !now) return null;
  const rest = remaining();
  const left = rest === null ? "" : rest < 90 ? t().list.secondsLeft(Math.ceil(rest)) : t().list.minutesLeft(Math.ceil(rest / 60));
  return (
    <div class="working">
      <progress aria-label={t().list.answers} max={now.of} value={answers.value.size} />
      <p>
        {t().list.of(count(answers.value.size), count(now.of))}
        {left}
      </p>
    </div>
  );
}

function Totals() {
  return (
    <div class="chips" role="group" aria-label={t().list.totals}>
      {totals.value.map(([verdict, n]) => (
        <button type="button" class="chip" key={verdict} aria-pressed={filter.value === verdict} onClick={() => (filter.value = filter.value === verdict ? null : verdict)}>
          {verdictName(verdict)} <strong>{count(n)}</strong>
        </button>
      ))}
    </div>
  );
}

function Heading({ by, children }: { by: SortBy; children: string }) {
  const now = sortBy.value;
  const mine = now.by === by;
  return (
    <span role="columnheader" aria-sort={mine ? (now.down ? "descending" : "ascending") : "none"}>
      <button type="button" onClick={() => (sortBy.value = { by, down: mine && !now.down })}>
        {children}
        {mine ? (now.down ? " ↓" : " ↑") : ""}
      </button>
    </span>
  );
}

function choose(row: Row): void {
  selected.value = row.index;
  const of = cases.value[row.index];
  if (of && "position" in of) openCase(of, true);
}

/** The writer of Parquet is fetched for it, and kept by the browser from then on. */
async function saveParquet(): Promise<void> {
  try {
    const { parquet } = await import("../state/parquet");
    save("answers.parquet", new Blob([parquet(shown.value)], { type: "application/vnd.apache.parquet" }));
  } catch (fault) {
    announce(t().faults.loadDetail("parquet.js", String(fault)));
  }
}

export function List() {
  const top = useSignal(0);
  const box = useRef<HTMLDivElement>(null);
  const all = shown.value;
  const at = all.findIndex(({ index }) => index === selected.value);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [filter.value, search.value, sortBy.value, cases.value]);
  const from = Math.max(0, Math.floor(top.value / ROW) - SPARE);
  const to = Math.min(all.length, Math.ceil((top.value + HEIGHT) / ROW) + SPARE);

  function go(n: number): void {
    const next = Math.max(0, Math.min(all.length - 1, n));
    const row = all[next];
    if (!row || !box.current) return;
    choose(row);
    const { scrollTop } = box.current;
    if (next * ROW < scrollTop) box.current.scrollTop = next * ROW;
    else if ((next + 1) * ROW > scrollTop + HEIGHT) box.current.scrollTop = (next + 1) * ROW - HEIGHT;
  }

  function key(event: KeyboardEvent): void {
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 12, PageUp: at - 12, Home: 0, End: all.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(step);
  }

  return (
    <div class="list">
      <Progress />
      <Totals />
      <div class="line">
        <label class="field wide">
          <span>{t().list.search}</span>
          <input type="text" value={search.value} onInput={(e) => (search.value = e.currentTarget.value)} />
        </label>
        <Quiet onClick={() => save("answers.csv", csv(), "text/csv")}>{t().list.csv}</Quiet>
        <Quiet onClick={() => save("answers.jsonl", jsonl(), "application/x-ndjson")}>{t().list.jsonl}</Quiet>
        <Quiet onClick={() => void saveParquet()}>{t().list.parquet}</Quiet>
      </div>
      <div role="table" aria-label={t().list.positions} aria-rowcount={all.length + 1} class="rows">
        <div role="row" aria-rowindex={1} class="row head">
          <Heading by="line">{t().list.line}</Heading>
          <Heading by="verdict">{t().list.verdict}</Heading>
          <Heading by="detail">{t().list.reason}</Heading>
        </div>
        <div role="rowgroup" class="scroll" ref={box} tabIndex={0} aria-label={t().list.keys} onScroll={(e) => (top.value = e.currentTarget.scrollTop)} onKeyDown={key}>
          <div role="presentation" class="space" ref={(space) => space?.style.setProperty("height", `${all.length * ROW}px`)}>
            {all.slice(from, to).map((row, n) => (
              <div
                role="row"
                key={row.index}
                aria-rowindex={from + n + 2}
                class={row.index === selected.value ? "row chosen" : "row"}
                ref={(one) => one?.style.setProperty("top", `${(from + n) * ROW}px`)}
                onClick={() => choose(row)}
              >
                <span role="cell" title={t().list.lineOf(row.line)}>
                  {row.id || row.line}
                </span>
                <span role="cell" class="what">
                  {verdictName(row.verdict)}
                </span>
                <span role="cell" class="why" lang="en" title={`${row.position} ${row.detail}`.trim()}>
                  {row.detail || row.position}
                </span>
              </div>
            ))}
          </div>
        </div>
      </div>
      <p class="hint" role="status">
        {t().list.shown(count(all.length), count(cases.value.length))}
      </p>
    </div>
  );
}
