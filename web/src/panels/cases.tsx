// Many positions at once: FEN, EPD, diagrams, and the input of the contests, each case as a card.
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { backend } from "../backend/choose";
import { type Case, type CaseOrError, isUnread, type Problem, problemOf, type Question } from "../backend/backend";
import { MiniBoard } from "../board/mini";
import { ProblemNote } from "../parts/parts";
import { announce, open, reachForm, rules, tab, winForm } from "../state/store";
import { askReach, askWin } from "../state/answers";
import { showBoard } from "../state/walk";
import { batch } from "@preact/signals";

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

export async function readCases(from: string): Promise<void> {
  text.value = from;
  if (!from.trim()) return;
  busy.value = true;
  try {
    const said = await backend.read({ text: from, ...(program.value ? { program: program.value } : { rules: rules.value }) });
    batch(() => {
      cases.value = said.cases;
      format.value = said.format;
      answers.value = new Map();
      shown.value = PAGE;
      problem.value = said.error ? { title: said.error.message, ...said.error } : null;
    });
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
  open(of.position, of.rules);
  const { within, mate, by } = (of.options ?? {}) as { within?: number; mate?: number; by?: "rules" | "proof" };
  if (within) winForm.value = { ...winForm.value, bound: "within", count: within };
  if (mate) winForm.value = { ...winForm.value, bound: "mate", count: mate };
  if (by) reachForm.value = { ...reachForm.value, by };
  showBoard();
}

function askCase(of: Case): void {
  openCase(of);
  if (of.ask === "win") {
    tab.value = "win";
    void askWin();
  } else if (of.ask === "reach") {
    tab.value = "reach";
    void askReach();
  } else announce("Its status is shown beside the board.");
}

/** The status of all cases that no contest has answered. */
async function askStatuses(): Promise<void> {
  busy.value = true;
  try {
    const open = cases.value.flatMap((c, index) => ("position" in c && !c.answer ? [{ c, index }] : []));
    const found = new Map<number, string>();
    for (const of of new Set(open.map(({ c }) => c.rules))) {
      const same = open.filter(({ c }) => c.rules === of);
      const said = await backend.status({ positions: same.map(({ c }) => c.position), rules: of });
      said.answers.forEach((answer, n) => found.set(same[n]!.index, isUnread(answer) ? answer.error.message : answer.verdict));
    }
    answers.value = found;
    announce(`${found.size} answers.`);
  } catch (thrown) {
    problem.value = problemOf(thrown);
  } finally {
    busy.value = false;
  }
}

const QUESTION: Record<Question, string> = { status: "Ask status", reach: "Ask: can it arise?", win: "Ask: forced win?" };

function CaseCard({ of, index }: { of: CaseOrError; index: number }) {
  if (!("position" in of)) {
    return (
      <li class="case bad">
        <ProblemNote problem={{ title: of.error, line: of.line, column: of.column } as Problem} text={text.value} />
      </li>
    );
  }
  const answer = of.answer ?? answers.value.get(index);
  const name = `Case ${index + 1}, line ${of.line}`;
  return (
    <li class="case">
      <button type="button" class="board-card" aria-label={`Open on the board: ${name}, ${of.position}`} onClick={() => openCase(of)}>
        <MiniBoard position={of.position} rules={of.rules} />
      </button>
      <p>
        <small>{name}</small>
        {answer && <strong>{answer}</strong>}
      </p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={() => openCase(of)}>
          Open
        </button>
        {of.ask && (
          <button type="button" class="quiet" aria-label={`${QUESTION[of.ask]} (${name})`} onClick={() => askCase(of)}>
            Ask
          </button>
        )}
      </div>
    </li>
  );
}

export function CasesPanel() {
  const area = useRef<HTMLTextAreaElement>(null);
  const wrong = problem.value;
  const unanswered = cases.value.some((c) => "position" in c && !c.answer);
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
            {unanswered && (
              <button type="button" class="quiet" disabled={busy.value} onClick={() => void askStatuses()}>
                Status of all
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
