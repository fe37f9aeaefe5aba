// One running question of each kind, its progress and its answer. An edit stops it and drops the answer.
import { computed, effect, type Signal, signal } from "@preact/signals";
import { backend } from "../backend/choose";
import {
  type DeadAnswer,
  isAbort,
  isUnread,
  isUnreachable,
  type Problem,
  type Progress,
  problemOf,
  type ReachAnswer,
  type ReachOptions,
  type RetroAnswer,
  type StatusAnswer,
  type WinAnswer,
  type WinOptions,
} from "../backend/backend";
import { partialFen } from "../position/fen";
import { gameOf, type Rules } from "../position/games";
import { aimOf } from "./aims";
import { announce, asked, deadForm, fen, path, playing, reachForm, retroForm, rules, setup, winForm } from "./store";
import { goal, isHelp, REACH_FORM, RETRO_FORM, WIN_FORM } from "./share";
import { showAnswer, shownAt, stage, toEditor } from "./stage";
import { t } from "../words/words";

export interface Asking<A> {
  answer: Signal<A | null>;
  problem: Signal<Problem | null>;
  progress: Signal<Progress | null>;
  busy: Signal<boolean>;
  stop: () => void;
}

interface Kept<A> extends Asking<A> {
  run: (ask: (signal: AbortSignal, onProgress: (p: Progress) => void) => Promise<A>) => Promise<A | null>;
}

function asking<A>(): Kept<A> {
  const answer = signal<A | null>(null);
  const problem = signal<Problem | null>(null);
  const progress = signal<Progress | null>(null);
  const busy = signal(false);
  let running: AbortController | null = null;
  const stop = (): void => {
    running?.abort();
    running = null;
    busy.value = false;
  };
  return {
    answer,
    problem,
    progress,
    busy,
    stop,
    run: async (ask) => {
      stop();
      const mine = new AbortController();
      running = mine;
      problem.value = null;
      progress.value = null;
      busy.value = true;
      try {
        const said = await ask(mine.signal, (p) => {
          if (running === mine) progress.value = p;
        });
        if (running !== mine) return null;
        answer.value = said;
        return said;
      } catch (thrown) {
        if (running === mine && !isAbort(thrown)) {
          answer.value = null;
          problem.value = problemOf(thrown);
        }
        return null;
      } finally {
        if (running === mine) {
          running = null;
          busy.value = false;
        }
      }
    },
  };
}

export const status = asking<StatusAnswer>();
export const reach = asking<ReachAnswer>();
export const retro = asking<RetroAnswer>();
export const dead = asking<DeadAnswer>();
export const win = asking<WinAnswer>();

const DEBOUNCE = 120;

/** Why there is no status, in two or three words. */
export function notYet(problem: Problem): string {
  if (isUnreachable(problem)) return t().status.noConnection;
  return problem.status === undefined ? problem.title : t().status.noAnswer;
}

/** What the board shows: the editor's position, or that of the line in its place. */
const shown = computed(() => (stage.value ? stage.value.positions[shownAt(stage.value)]! : fen.value));

/** Whether both royals are there: after one was captured there is no position to ask about. */
export function hasRoyals(position: string, of: Rules): boolean {
  const { royal } = gameOf(of);
  const [men = ""] = position.split(" ");
  return men.includes(royal) && men.includes(royal.toUpperCase());
}

/** The line on the board, or the game, ended by capture of the royal. */
export const isOver = computed(() => {
  const line = stage.value;
  if (!line && !(playing.value && path.value.length)) return false;
  return !hasRoyals(shown.value, line?.rules ?? rules.value);
});

async function askStatus(): Promise<void> {
  const position = shown.value;
  const editing = !stage.value;
  const said = await status.run(async (signal) => {
    // Asked as a list of one: so a half-edited position is an answer and not a failed request.
    const { answers } = await backend.status({ positions: [position], rules: rules.value, certificate: true }, { signal });
    const first = answers[0]!;
    return first as StatusAnswer;
  });
  if (!said) return;
  if (isUnread(said)) {
    status.answer.value = null;
    const title = hasRoyals(position, rules.value) ? t().status.notAPosition : t().status.noPositionYet;
    status.problem.value = { ...said.error, title, detail: said.error.message };
    if (editing) announce(`${notYet(status.problem.value)}: ${said.error.message}`);
  } else if (editing) announce(said.reason ?? said.verdict);
}

/** Asks for the status after each edit, and drops the answers about what was there before. */
export function followEdits(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    void shown.value;
    void rules.value;
    clearTimeout(timer);
    if (isOver.value) {
      status.stop();
      status.answer.value = null;
      status.problem.value = null;
      return;
    }
    timer = setTimeout(askStatus, DEBOUNCE);
  });
  effect(() => {
    void fen.value;
    void rules.value;
    for (const question of [reach, retro, dead, win]) {
      question.stop();
      question.answer.value = null;
      question.problem.value = null;
    }
  });
}

/** The default time is not sent, so that a server that grants less does not refuse the request. */
const unlessUsual = (time: string, usual: string): { time?: string } => (time === usual ? {} : { time });

/** Every repair was asked for, and not only the likeliest. */
export const allRepairs = signal(false);

/** What is asked about the position, as the form says. */
function reachOptions(): ReachOptions {
  const form = reachForm.value;
  return form.by === "rules"
    ? { by: "rules", certificate: true }
    : { by: "proof", level: form.level, ...unlessUsual(form.time, REACH_FORM.time), certificate: true };
}

/** All changes after which an illegal position may arise. */
export async function askRepairs(): Promise<void> {
  const said = reach.answer.value;
  if (!said) return;
  allRepairs.value = true;
  await reach.run((signal, onProgress) => backend.reach({ position: fen.value, ...reachOptions(), repair: true, repairs: "all" }, { signal, onProgress }));
}

export async function askReach(): Promise<void> {
  const form = reachForm.value;
  const options = reachOptions();
  allRepairs.value = false;
  const position = fen.value;
  toEditor();
  asked.value = "reach";
  showAnswer();
  reach.answer.value = null;
  announce(t().reach.asking);
  const said = await reach.run((signal, onProgress) => backend.reach({ position, ...options }, { signal, onProgress }));
  announceEnd(said, reach.problem.value);
  if (said?.verdict !== "illegal" || !form.repair || form.by === "rules") return;
  // Repairs take longer than the answer: it is shown first.
  const mended = await reach.run((signal, onProgress) =>
    backend.reach({ position, ...options, repair: true }, { signal, onProgress }).catch((thrown: unknown) => {
      if (isAbort(thrown)) throw thrown;
      return said;
    }),
  );
  if (mended && "repairs" in mended && mended.repairs?.length) announce(t().reach.repairs(mended.repairs.length));
}

/** The answer, or why there is none, for screen readers. */
function announceEnd(said: { verdict: string; reason?: string | null } | null, problem: Problem | null): void {
  showAnswer();
  if (said) announce(said.reason ?? said.verdict);
  else if (problem) announce(problem.detail ?? problem.title);
}

export async function askRetro(): Promise<void> {
  const form = retroForm.value;
  const request = { position: partialFen(setup.value, form), ...unlessUsual(form.time, RETRO_FORM.time), certificate: true };
  toEditor();
  asked.value = "retro";
  showAnswer();
  retro.answer.value = null;
  announce(t().retro.asking);
  announceEnd(await retro.run((signal, onProgress) => backend.retro(request, { signal, onProgress })), retro.problem.value);
}

export async function askDead(): Promise<void> {
  const { flag } = deadForm.value;
  const request = { position: fen.value, ...(flag === "none" ? {} : { flagged: flag }), certificate: true };
  toEditor();
  asked.value = "dead";
  showAnswer();
  dead.answer.value = null;
  announce(t().dead.asking);
  announceEnd(await dead.run((signal, onProgress) => backend.dead(request, { signal, onProgress })), dead.problem.value);
}

export async function askWin(): Promise<void> {
  const form = winForm.value;
  const chess = gameOf(rules.value).won_by === "checkmate";
  const help = chess && form.bound === "mate" && isHelp(form.aim);
  const problem: WinOptions = help
    ? { solutions: true, set_play: form.setPlay, lines: 500 }
    : chess
      ? { keys: form.keys, tree: form.tree, set_play: form.setPlay, ...(form.tries ? { tries: 1 } : {}) }
      : {};
  const wanted = goal(form, chess);
  const request = { position: fen.value, rules: rules.value, ...wanted, ...problem, ...unlessUsual(form.time, WIN_FORM.time), certificate: true };
  toEditor();
  asked.value = "win";
  showAnswer();
  win.answer.value = null;
  announce(help ? t().win.askingAll : t().win.asking(t().sides[setup.value.turn], t().win.goals[aimOf("stipulation" in wanted ? wanted.stipulation : null) ?? "mate"]));
  announceEnd(await win.run((signal, onProgress) => backend.win(request, { signal, onProgress })), win.problem.value);
}
