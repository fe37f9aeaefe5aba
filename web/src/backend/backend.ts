// What the page asks of whoever knows the rules: `arbiter serve` over HTTP (http.ts), or the same
// core compiled to WebAssembly. See choose.ts for where another one is put in.
import type { Rules } from "../position/board";

export interface Place {
  line?: number;
  column?: number;
  square?: string;
}

/** RFC 9457. */
export interface Problem extends Place {
  type?: string;
  title: string;
  status?: number;
  detail?: string;
  field?: string;
}

/** A text that is no position, among others that are. */
export interface Unread {
  input?: string;
  error: Place & { message: string };
}

export interface Progress {
  index: number;
  nodes: number;
  seconds: number;
  no_win_within?: number;
  win_within?: number;
}

export interface Run {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Certificate {
  format: string;
  version: number;
  rules: Rules;
  question: "status" | "rules" | "legality" | "win";
  position: string;
  claim: Record<string, unknown>;
  evidence: Record<string, unknown>;
}

interface Answer<V extends string> {
  input?: string;
  verdict: V;
  reason?: string;
  certificate?: Certificate | null;
  certificate_error?: string;
}

export type StatusAnswer = Answer<"safe" | "check" | "checkmate" | "stalemate">;

export interface Repair {
  what: string;
  fen: string;
  verdict?: string;
  level?: string;
}

export interface ReachAnswer extends Answer<"legal" | "illegal" | "undecided" | "holds" | "broken"> {
  level?: string;
  lemma?: string;
  rules?: number[];
  game?: string[];
  plies?: number;
  limit?: string;
  blame?: string;
  repairs?: Repair[];
  clocks?: string[];
}

export interface WinAnswer extends Answer<"win" | "no-win" | "undecided"> {
  plies?: number | null;
  shortest?: boolean;
  lost_in?: number;
  line?: string[];
  limit?: string;
  no_win_within?: number;
  win_within?: number;
  keys?: string[];
  tries?: { move: string; refutations: string[] }[];
  solution?: string;
}

export interface VerifyAnswer {
  verdict: "accepted" | "refused" | "none";
  claim?: string;
  reason?: string;
}

export type Question = "status" | "reach" | "win";

/** One position of a text that was read. */
export interface Case {
  line: number;
  position: string;
  rules: Rules;
  ask?: Question;
  options?: Record<string, unknown>;
  answer?: string;
}

export type CaseOrError = Case | { line?: number; column?: number; error: string };

export interface ReadAnswer {
  format: string;
  cases: CaseOrError[];
  error?: Place & { message: string };
}

export interface LegalMove {
  move: string;
  san: string;
  position?: string;
  wins?: boolean;
}

export interface PlayAnswer {
  positions: string[];
  san: string[];
  moves: LegalMove[];
  turn: "white" | "black";
  status: string;
}

type One = { position: string };
type Many = { positions: string[] };

export interface Limits {
  time?: string;
  nodes?: number;
  memory?: string;
  certificate?: boolean;
}

export interface StatusOptions {
  rules?: Rules;
  certificate?: boolean;
}

export interface ReachOptions extends Limits {
  by?: "proof" | "rules";
  level?: string;
  seed?: number;
  repair?: boolean;
}

export interface WinOptions extends Limits {
  rules?: Rules;
  within?: number;
  mate?: number;
  shortest?: boolean;
  keys?: boolean;
  tries?: number;
  set_play?: boolean;
  tree?: boolean;
  lines?: number;
}

/** One position has its answer (or the call fails with the Problem); many have as many, in order. */
type Asked<Q, A> = Q extends Many ? { answers: (A | Unread)[] } : A;

export interface Backend {
  status<Q extends (One | Many) & StatusOptions>(request: Q, run?: Run): Promise<Asked<Q, StatusAnswer>>;
  reach<Q extends (One | Many) & ReachOptions>(request: Q, run?: Run): Promise<Asked<Q, ReachAnswer>>;
  win<Q extends (One | Many) & WinOptions>(request: Q, run?: Run): Promise<Asked<Q, WinAnswer>>;
  verify(request: { certificate: unknown }, run?: Run): Promise<VerifyAnswer>;
  read(request: { text: string; rules?: Rules; program?: string }, run?: Run): Promise<ReadAnswer>;
  play(request: { position?: string; rules?: Rules; moves?: string[] }, run?: Run): Promise<PlayAnswer>;
}

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }
}

export const isUnread = (answer: object): answer is Unread => "error" in answer;

/** What to tell a person about anything that was thrown. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  if (thrown instanceof TypeError) return { title: "The server cannot be reached", detail: "The server cannot be reached. Is arbiter serve still running?" };
  return { title: thrown instanceof Error ? thrown.message : String(thrown) };
}

export const isAbort = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === "AbortError";
