import type { /*types*/, Problem, Progress } from "./openapi.js";
export type * from "./openapi.js";

/** A question about many things, which has a list of answers; what cannot be read has its error there. */
type Has<Q, Member extends keyof Q> = { [M in Member]-?: NonNullable<Q[M]> };

/** The questions, answered on this thread: a call runs to its end. */
export interface Arbiter {
  /*now*/
}

/** How a question is asked of a worker. */
export interface Run {
  /** Stops it. */
  signal?: AbortSignal;
  /** Is told, now and then, how far a search is. */
  onProgress?: (progress: Progress) => void;
}

/** The questions, answered by a worker, one after another. */
export interface RemoteArbiter {
  /*later*/
  /** Ends the worker; what was asked and is not answered fails. */
  close(): void;
}

/** A request that is refused; `problem` says where it is wrong (RFC 9457). */
export class ArbiterError extends Error {
  readonly problem: Problem;
}

/** For what takes no time, or where the thread has nothing else to do. `module`: compiled already; by default that of the package. */
export function load(options?: { module?: WebAssembly.Module; onProgress?: (progress: Progress) => void }): Promise<Arbiter>;

/** For all else. */
export function loadInWorker(options?: { module?: WebAssembly.Module }): Promise<RemoteArbiter>;
