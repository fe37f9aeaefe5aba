// The questions that the page asks: one interface with two implementations, `arbiter serve` by HTTP (http.ts)
// and the core as WebAssembly (wasm.ts). Types of requests and answers are those of the server's description.
import type * as api from "../api/openapi";
import { t } from "../words/words";
import type {
  Case as CaseOrError,
  Checked,
  DeadRequest,
  Legal,
  Played,
  PlayRequest,
  Problem as Sent,
  Progress,
  ReachRequest,
  Read,
  ReadRequest,
  RetroRequest,
  Rules,
  StatusRequest,
  Unread,
  WinRequest,
} from "../api/openapi";

export type { CaseOrError, Checked as VerifyAnswer, Legal as LegalMove, Played as PlayAnswer, Progress, Read as ReadAnswer, Unread };

/** A problem document (RFC 9457) of the server, or one that the page found: that has a title at least. */
export type Problem = Pick<Sent, "title"> & Partial<Sent>;

export interface Run {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** A certificate, of which docs/certificate.md is the description. */
export interface Certificate {
  rules: Rules;
  question: "status" | "rules" | "legality" | "win" | "can-win" | "help";
  position: string;
  claim: Record<string, unknown>;
  evidence: Record<string, unknown>;
}

type Certified<A> = Omit<A, "certificate"> & { certificate?: Certificate | null };
export type StatusAnswer = Certified<api.StatusAnswer>;
export type LegalityAnswer = Certified<api.LegalityAnswer>;
export type RulesAnswer = Certified<api.RulesAnswer>;
export type ReachAnswer = LegalityAnswer | RulesAnswer;
export type WinAnswer = Certified<api.WinAnswer>;
/** Of one side the certificate is that of the answer, of two each has its own. */
export type SideWin = Certified<api.SideWinFields>;
export type DeadAnswer = Certified<Omit<api.DeadAnswer, "sides">> & { sides: SideWin[] };
export type LastMove = Certified<api.LastMoveFields>;
/** Of a position's past: what is said if a side is to move. Each part has its own certificate. */
export type RetroSide = Certified<Omit<api.SideFields, "last_moves" | "castling" | "en_passant">> & {
  last_moves: LastMove[];
  castling: Certified<api.RightsFields>[];
  en_passant: Certified<api.DoubleStepFields>[];
};
export type RetroAnswer = Omit<api.RetroAnswer, "sides"> & { sides: RetroSide[] };

/** One position of a text that was read. */
export type Case = Extract<CaseOrError, { position: string }>;

type Options<Q> = Omit<Q, "position" | "positions" | "problems">;
export type ReachOptions = Options<ReachRequest>;
export type WinOptions = Options<WinRequest>;

/** `position` gives one answer, or the call fails with a Problem; `positions` give as many, in order. */
type Asked<Q, A> = Q extends { positions: string[] } ? { answers: (A | Unread)[] } : A;

export interface Backend {
  status<Q extends StatusRequest>(request: Q, run?: Run): Promise<Asked<Q, StatusAnswer>>;
  reach<Q extends ReachRequest>(request: Q, run?: Run): Promise<Asked<Q, ReachAnswer>>;
  retro<Q extends RetroRequest>(request: Q, run?: Run): Promise<Asked<Q, RetroAnswer>>;
  dead<Q extends DeadRequest>(request: Q, run?: Run): Promise<Asked<Q, DeadAnswer>>;
  win<Q extends WinRequest>(request: Q, run?: Run): Promise<Asked<Q, WinAnswer>>;
  verify(request: { certificate: unknown }, run?: Run): Promise<Checked>;
  read(request: ReadRequest, run?: Run): Promise<Read>;
  play(request: PlayRequest, run?: Run): Promise<Played>;
}

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }
}

export const isUnread = (answer: object): answer is Unread => "error" in answer;

const UNREACHABLE = "The server cannot be reached";
export const isUnreachable = (problem: Problem): boolean => problem.title === UNREACHABLE;

/** Anything that was thrown, in words for a person. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  if (thrown instanceof TypeError) return { title: UNREACHABLE, detail: t().faults.unreachable };
  return { title: thrown instanceof Error ? thrown.message : String(thrown) };
}

export const isAbort = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === "AbortError";
