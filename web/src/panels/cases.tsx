// Many positions at once: FEN, EPD, diagrams, and the input of the contests, each case as a card.
import { batch, signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { backend } from "../backend/choose";
import {
  type Case,
  type CaseOrError,
  isAbort,
  isUnread,
  type Problem,
  problemOf,
  type Question,
  type ReachAnswer,
  type StatusAnswer,
  type Unread,
  type WinAnswer,
} from "../backend/backend";
import { MiniBoard } from "../board/mini";
import { ProblemNote } from "../parts/parts";
import { announce, open, reachForm, tab, winForm } from "../state/store";
import { askReach, askWin } from "../state/answers";
import { readText } from "../state/read";
import { showBoard, toEditor } from "../state/stage";

const PROGRAMS = [
  ["", "Recognise the format"],
  ["simplified", "simplified"],
  ["simplified-pawns", "simplified-pawns"],
  ["reachable", "reachable"],
  ["checkmate", "checkmate"],
  ["unfinished", "unfinished"],
] as const;

const text = signal("");
const program = signal("");
const format = signal("");
const cases = signal<readonly CaseOrError[]>([]);
const problem = signal<Problem | null>(null);
const shown = signal(0);
const answers = signal<ReadonlyMap<number, string>>(new Map());
const busy = signal(false);
const PAGE = 48;

export async function readCases(from: string, anywhere = false): Promise<void> {
  running?.abort();
  text.value = from;
  if (!from.trim()) return;
  busy.value = true;
  try {
    const said = await readText(from, program.value);
    batch(() => {
      cases.value = said.cases;
      format.value = said.format;
      answers.value = new Map();
      shown.value = PAGE;
      problem.value = said.error ? { title: said.error.message, ...said.error } : null;
    });
    // Pasted beside any field: what cannot be shown on the board is shown in the list.
    if (anywhere && (said.cases.length !== 1 || said.error || !("position" in said.cases[0]!))) tab.value = "cases";
    const only = said.cases.length === 1 ? said.cases[0]! : null;
    // One plain position is meant to be looked at, not listed.
    if (only && "position" in only && said.format === "positions") open(only.position, only.rules);
    announce(`${said.cases.length} ${said.cases.length === 1 ? "case" : "cases"} read${said.error ? `, then: ${said.error.message}` : "."}`);
  } catch (thrown) {
    problem.value = problemOf(thrown);
    cases.value = [];
  } finally {
    busy.value = false;
  }
}

/** Opens a case on the board with its question filled in. */
function openCase(of: Case): void {
  toEditor();
  open(of.position, of.rules);
  const { within, mate, by } = (of.options ?? {}) as { within?: number; mate?: number; by?: "rules" | "proof" };
  if (within) winForm.value = { ...winForm.value, bound: "within", count: within };
  if (mate) winForm.value = { ...winForm.value, bound: "mate", count: mate };
  if (by) reachForm.value = { ...reachForm.value, by };
  showBoard();
}

const QUESTION: Record<Question, string> = { status: "status", reach: "can it arise?", win: "forced win?" };

/** Asks what the contest asks; about a plain position what is chosen for all. */
function askCase(of: Case): void {
  openCase(of);
  const question = of.ask ?? asking.value;
  if (question === "win") {
    tab.value = "win";
    void askWin();
  } else if (question === "reach" || question === "rules") {
    if (!of.ask) reachForm.value = { ...reachForm.value, by: question === "rules" ? "rules" : "proof" };
    tab.value = "reach";
    void askReach();
  } else announce("Its status is shown beside the board.");
}

type Asking = "status" | "rules" | "reach" | "win";

const ASKING: readonly (readonly [Asking, string])[] = [
  ["status", "Status"],
  ["rules", "Five rules"],
  ["reach", "Can it arise?"],
  ["win", "Forced win?"],
];

const asking = signal<Asking>("status");
let running: AbortController | null = null;

/** Few enough that answers appear as they are found. */
const AT_ONCE: Record<Asking, number> = { status: 500, rules: 500, reach: 8, win: 4 };

const inShort = (said: StatusAnswer | ReachAnswer | WinAnswer | Unread): string => {
  if (isUnread(said)) return said.error.message;
  if ("rules" in said && said.rules?.length) return `${said.verdict} ${said.rules.join(" ")}`;
  if ("level" in said) return [said.verdict, said.level, said.lemma].filter(Boolean).join(" ");
  if ("plies" in said) return `${said.verdict} ${said.plies ?? "never"}`;
  return said.verdict;
};

/** One question about every case, answered card by card. */
async function askAll(): Promise<void> {
  const question = asking.value;
  const mine = new AbortController();
  running?.abort();
  running = mine;
  busy.value = true;
  answers.value = new Map();
  const run = { signal: mine.signal };
  const win = winForm.value;
  const bound = win.bound === "shortest" ? { shortest: true } : { [win.bound]: win.count };
  try {
    const all = cases.value.flatMap((c, index) => ("position" in c ? [{ c, index }] : []));
    for (const of of new Set(all.map(({ c }) => c.rules))) {
      const same = all.filter(({ c }) => c.rules === of);
      for (let from = 0; from < same.length; from += AT_ONCE[question]) {
        const some = same.slice(from, from + AT_ONCE[question]);
        const positions = some.map(({ c }) => c.position);
        const said =
          question === "status"
            ? await backend.status({ positions, rules: of }, run)
            : question === "win"
              ? await backend.win({ positions, rules: of, ...bound, time: "10s" }, run)
              : await backend.reach({ positions, ...(question === "rules" ? { by: "rules" } : { time: "5s" }) }, run);
        const found = new Map(answers.value);
        said.answers.forEach((answer, n) => found.set(some[n]!.index, inShort(answer)));
        answers.value = found;
      }
    }
    announce(`${answers.value.size} answers.`);
  } catch (thrown) {
    if (!isAbort(thrown)) problem.value = problemOf(thrown);
  } finally {
    if (running === mine) {
      running = null;
      busy.value = false;
    }
  }
}

function stopAsking(): void {
  running?.abort();
  running = null;
  busy.value = false;
}

function CaseCard({ of, index }: { of: CaseOrError; index: number }) {
  if (!("position" in of)) {
    return (
      <li class="case bad">
        <ProblemNote problem={{ title: of.error, line: of.line, column: of.column } as Problem} text={text.value} />
      </li>
    );
  }
  const found = answers.value.get(index);
  const name = `Case ${index + 1}, line ${of.line}`;
  return (
    <li class="case">
      <button type="button" class="board-card" aria-label={`Open on the board: ${name}, ${of.position}`} onClick={() => openCase(of)}>
        <MiniBoard position={of.position} rules={of.rules} />
      </button>
      <p>
        <small>{name}</small>
        {of.answer && <strong>{of.answer}</strong>}
        {found && <strong>{found}</strong>}
      </p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={() => openCase(of)}>
          Open
        </button>
        <button type="button" class="quiet" onClick={() => askCase(of)}>
          Ask<span class="offscreen">: {of.ask ? QUESTION[of.ask] : "the chosen question"}</span>
        </button>
      </div>
    </li>
  );
}

export function CasesPanel() {
  const area = useRef<HTMLTextAreaElement>(null);
  const wrong = problem.value;
  /** Puts the caret where the reading stopped. */
  function goTo(): void {
    const lines = text.value.split("\n");
    const line = (wrong?.line ?? 1) - 1;
    const start = lines.slice(0, line).reduce((sum, l) => sum + l.length + 1, 0) + (wrong?.column ?? 1) - 1;
    area.current?.focus();
    area.current?.setSelectionRange(start, start + 1);
  }
  return (
    <>
      <form
        class="ask"
        onSubmit={(e) => {
          e.preventDefault();
          void readCases(text.value);
        }}
      >
        <label class="field wide stack">
          <span>A FEN, EPD, diagram, or the input of a contest</span>
          <textarea
            ref={area}
            class="mono"
            rows={8}
            spellcheck={false}
            value={text.value}
            aria-invalid={wrong !== null}
            aria-describedby={wrong ? "cases-problem" : undefined}
            onInput={(e) => (text.value = e.currentTarget.value)}
            onDragOver={(e) => e.preventDefault()}
            onDrop={async (e) => {
              const file = e.dataTransfer?.files[0];
              if (!file) return;
              e.preventDefault();
              await readCases(await file.text());
            }}
          />
        </label>
        {wrong && (
          <div class="with-button">
            <ProblemNote id="cases-problem" problem={wrong} text={text.value} />
            {wrong.line !== undefined && (
              <button type="button" class="quiet" onClick={goTo}>
                Go to line {wrong.line}
              </button>
            )}
          </div>
        )}
        <div class="line">
          <label class="field">
            <span class="offscreen">Format</span>
            <select value={program.value} onChange={(e) => (program.value = e.currentTarget.value)}>
              {PROGRAMS.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label class="file quiet">
            <input
              type="file"
              class="offscreen"
              onChange={async (e) => {
                const file = e.currentTarget.files?.[0];
                if (file) await readCases(await file.text());
              }}
            />
            <span>Choose a file</span>
          </label>
          <button type="submit" class="primary" disabled={busy.value}>
            Read
          </button>
        </div>
      </form>
      {cases.value.length > 0 && (
        <div class="result">
          <div class="line">
            <p class="hint">
              {cases.value.length} {cases.value.length === 1 ? "case" : "cases"} · {format.value}
            </p>
            <label class="field end">
              <span class="offscreen">Question</span>
              <select value={asking.value} onChange={(e) => (asking.value = e.currentTarget.value as Asking)}>
                {ASKING.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
            {busy.value ? (
              <button type="button" onClick={stopAsking}>
                Cancel
              </button>
            ) : (
              <button type="button" onClick={() => void askAll()}>
                Ask all
              </button>
            )}
          </div>
          <ul class="cards">
            {cases.value.slice(0, shown.value).map((of, index) => (
              <CaseCard key={index} of={of} index={index} />
            ))}
          </ul>
          {cases.value.length > shown.value && (
            <button type="button" class="quiet" onClick={() => (shown.value += PAGE)}>
              {cases.value.length - shown.value} more
            </button>
          )}
        </div>
      )}
    </>
  );
}
