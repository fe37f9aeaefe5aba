import type {
  Checked, PlayRequest, Played, Problem, Progress, ReachAnswer, ReachRequest, Read, ReadRequest, StatusAnswer,
  StatusRequest, Unread, VerifyRequest, WinAnswer, WinRequest,
} from "./openapi.js";
export type * from "./openapi.js";

/** `position` gives one answer; `positions` give as many, in order, and what cannot be read has its error there. */
type Asked<Q, A> = Q extends { positions: string[] } ? { answers: (A | Unread)[] } : A;

/** The questions. A call runs to its end: for long ones load it in a worker, which can be ended. */
export interface Arbiter {
  /** Safe, check, checkmate or stalemate, and why. */
  status<Q extends StatusRequest>(request: Q): Asked<Q, StatusAnswer>;
  /** Can the position have come about in play? */
  reach<Q extends ReachRequest>(request: Q): Asked<Q, ReachAnswer>;
  /** Can the side to move force a win? */
  win<Q extends WinRequest>(request: Q): Asked<Q, WinAnswer>;
  /** Is a certificate right? The independent checker says. */
  verify(request: VerifyRequest): Checked | { answers: Checked[] };
  /** Which positions does a text hold? */
  read(request: ReadRequest): Read;
  /** The legal moves, and where they lead. */
  play(request: PlayRequest): Played;
}

export interface Options {
  /** The module, if it is compiled already; by default that of the package. */
  module?: WebAssembly.Module;
  /** Is told, now and then, how far a search is. */
  onProgress?: (progress: Progress) => void;
}

/** A request that is refused; `problem` says where it is wrong (RFC 9457). */
export class ArbiterError extends Error {
  readonly problem: Problem;
}

export function load(options?: Options): Promise<Arbiter>;
