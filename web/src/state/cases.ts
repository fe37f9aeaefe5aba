// Many positions at once: the text somebody brought, the cases read from it, and answers about all of them.
import { batch, signal } from "@preact/signals";
import type { Reading } from "../api/openapi";
import { backend } from "../backend/choose";
import {
  type Case,
  type CaseOrError,
  isAbort,
  isUnread,
  type Problem,
  problemOf,
  type ReachAnswer,
  type ReadAnswer,
  type StatusAnswer,
  type Unread,
  type WinAnswer,
} from "../backend/backend";
import { gameOf } from "../position/games";
import { looksLikePgn } from "../position/pgn";
import { askReach, askWin } from "./answers";
import { readGames } from "./games";
import { fromStipulation, goal } from "./share";
import { showBoard, toEditor } from "./stage";
import { t } from "../words/words";
import { type Reading as Meant, readingsOf } from "./readings";
import { announce, notice, open, reachForm, retroForm, rules, tab, winForm } from "./store";

export const text = signal("");
/** What the text is read as; empty to have it recognised. */
export const program = signal<Reading | "">("");
export const format = signal("");
export const cases = signal<readonly CaseOrError[]>([]);
export const problem = signal<Problem | null>(null);
/** What was said of a case: in short, and whole. */
export interface Said {
  verdict: string;
  short: string;
  answer: StatusAnswer | ReachAnswer | WinAnswer | Unread;
}
/** What the only position of a text may mean that cannot be read. */
export const readings = signal<readonly Meant[]>([]);
/** Answers come with their certificates. */
export const certified = signal(false);
/** By the index of the case. */
export const answers = signal<ReadonlyMap<number, Said>>(new Map());
/** When the question about all of them was begun, and for how many cases. */
export const begun = signal<{ at: number; of: number } | null>(null);
export const busy = signal(false);

/** The question for all cases. */
export type Asking = "status" | "rules" | "reach" | "win";

export const asking = signal<Asking>("status");
let running: AbortController | null = null;

/** The game on the board is tried first: two games may share a form. */
export async function readText(text: string, program: Reading | "" = ""): Promise<ReadAnswer> {
  if (program) return backend.read({ text, program });
  if (rules.value !== "standard") {
    const said = await backend.read({ text, rules: rules.value });
    if (said.cases.some((one) => "position" in one)) return said;
  }
  return backend.read({ text });
}

export async function readCases(from: string, anywhere = false): Promise<void> {
  running?.abort();
  text.value = from;
  if (!from.trim()) return;
  busy.value = true;
  try {
    // Games go on the board with all their moves.
    if (!program.value && looksLikePgn(from) && (await readGames(from))) return;
    const said = await readText(from, program.value);
    batch(() => {
      cases.value = said.cases;
      format.value = said.format;
      answers.value = new Map();
      readings.value = [];
      problem.value = said.error ? { title: said.error.message, ...said.error } : null;
    });
    // Pasted outside any field: what does not fit on the board is shown in the list.
    if (anywhere && (said.cases.length !== 1 || said.error || !("position" in said.cases[0]!))) tab.value = "cases";
    const only = said.cases.length === 1 && !said.error ? said.cases[0]! : null;
    const isContest = !["positions", "problems"].includes(said.format);
    // What problems are asked is what they say themselves.
    if (said.cases.some((one) => "ask" in one && one.ask === "win") && !isContest) asking.value = "win";
    if (only && !isContest) {
      if ("position" in only) openRead(only);
      else readings.value = await readingsOf(from);
    }
    announce(t().cases.readAll(said.cases.length, said.error?.message ?? ""));
  } catch (thrown) {
    problem.value = problemOf(thrown);
    cases.value = [];
  } finally {
    busy.value = false;
  }
}

/** A single position goes on the board; what the text asks is ready to be asked, and what it leaves open is told. */
export function openRead(of: Case): void {
  retroForm.value = { ...retroForm.value, anyTurn: of.turn_assumed ?? false };
  openCase(of, true);
  if (of.turn_assumed) notice.value = t().cases.assumed;
  if (of.ask === "win") tab.value = "win";
}

/** Opens a case on the board with its question filled in; with `stay` the focus stays in the list. */
export function openCase(of: Case, stay = false): void {
  toEditor();
  open(of.position, of.rules);
  const { within, by, stipulation, tries, set_play } = of.options ?? {};
  if (within) winForm.value = { ...winForm.value, bound: "within", count: within };
  if (stipulation) winForm.value = { ...winForm.value, ...fromStipulation(stipulation), tries: Boolean(tries), setPlay: Boolean(set_play) };
  if (by) reachForm.value = { ...reachForm.value, by };
  if (!stay) showBoard();
}

/** Asks the question of the contest, or about a plain position the one chosen for all. */
export function askCase(of: Case): void {
  openCase(of);
  const question = of.ask ?? asking.value;
  if (question === "win") {
    tab.value = "win";
    void askWin();
  } else if (question === "reach" || question === "rules") {
    if (!of.ask) reachForm.value = { ...reachForm.value, by: question === "rules" ? "rules" : "proof" };
    tab.value = "reach";
    void askReach();
  } else announce(t().cases.beside);
}

/** Positions in one request: few where answers take long, so that they appear as they are found. */
const AT_ONCE: Record<Asking, number> = { status: 500, rules: 500, reach: 8, win: 4 };

const saidOf = (answer: Said["answer"]): Said => ({ verdict: isUnread(answer) ? "no position" : answer.verdict, short: inShort(answer), answer });

const inShort = (said: StatusAnswer | ReachAnswer | WinAnswer | Unread): string => {
  if (isUnread(said)) return said.error.message;
  if ("rules" in said && said.rules.length) return `${said.verdict} ${said.rules.join(" ")}`;
  if ("level" in said) return [said.verdict, said.level, said.lemma].filter(Boolean).join(" ");
  if ("plies" in said) return `${said.verdict} ${said.plies ?? "never"}`;
  return said.verdict;
};

/** One question about every case, answered card by card. */
export async function askAll(): Promise<void> {
  const question = asking.value;
  const mine = new AbortController();
  running?.abort();
  running = mine;
  busy.value = true;
  answers.value = new Map();
  begun.value = { at: Date.now(), of: cases.value.filter((c) => "position" in c).length };
  const run = { signal: mine.signal };
  const win = winForm.value;
  try {
    const all = cases.value.flatMap((c, index) => ("position" in c ? [{ c, index }] : []));
    // What an EPD asks of itself is asked of it.
    const kind = (c: Case): string => JSON.stringify([c.rules, question === "win" ? c.options?.stipulation : null]);
    for (const one of new Set(all.map(({ c }) => kind(c)))) {
      const same = all.filter(({ c }) => kind(c) === one);
      const { rules: of, options } = same[0]!.c;
      const bound = options?.stipulation ? { stipulation: options.stipulation } : goal(win, gameOf(of).won_by === "checkmate");
      for (let from = 0; from < same.length; from += AT_ONCE[question]) {
        const some = same.slice(from, from + AT_ONCE[question]);
        const positions = some.map(({ c }) => c.position);
        const proof = certified.value ? { certificate: true } : {};
        const said =
          question === "status"
            ? await backend.status({ positions, rules: of, ...proof }, run)
            : question === "win"
              ? await backend.win({ positions, rules: of, ...bound, time: "10s", ...proof }, run)
              : await backend.reach({ positions, ...(question === "rules" ? { by: "rules" } : { time: "5s" }), ...proof }, run);
        const found = new Map(answers.value);
        said.answers.forEach((answer, n) => found.set(some[n]!.index, saidOf(answer)));
        answers.value = found;
      }
    }
    announce(t().cases.answered(answers.value.size));
  } catch (thrown) {
    if (!isAbort(thrown)) problem.value = problemOf(thrown);
  } finally {
    if (running === mine) {
      running = null;
      busy.value = false;
    }
  }
}

export function stopAsking(): void {
  running?.abort();
  running = null;
  busy.value = false;
}
