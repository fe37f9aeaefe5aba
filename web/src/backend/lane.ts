// A queue of questions before a few workers, each of which answers one at a time.
import type { Progress } from "./backend";
import type { Reply } from "./module";
import type { Asked, Told } from "./worker";

/** The part of a Worker that a lane uses. */
export type Hand = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

interface Job {
  asked: Asked;
  signal: AbortSignal | undefined;
  onProgress: (progress: Progress) => void;
  done: (reply: Reply) => void;
  failed: (why: unknown) => void;
}

export class Lane {
  private readonly idle: Hand[] = [];
  private readonly waiting: Job[] = [];
  private busy = 0;

  constructor(
    private readonly most: number,
    private readonly start: () => Hand,
  ) {}

  ask(asked: Asked, signal: AbortSignal | undefined, onProgress: (progress: Progress) => void): Promise<Reply> {
    return new Promise((done, failed) => {
      const job = { asked, signal, onProgress, done, failed };
      signal?.addEventListener("abort", () => this.forget(job), { once: true });
      this.waiting.push(job);
      this.next();
    });
  }

  /** Drops a job that waits; one that runs is stopped in `next`. */
  private forget(job: Job): void {
    const at = this.waiting.indexOf(job);
    if (at >= 0) this.waiting.splice(at, 1);
    job.failed(job.signal?.reason);
  }

  private next(): void {
    if (this.busy === this.most) return;
    const job = this.waiting.shift();
    if (!job) return;
    const hand = this.idle.pop() ?? this.start();
    const leave = (): void => {
      job.signal?.removeEventListener("abort", stop);
      hand.onmessage = hand.onerror = null;
    };
    // A worker that computes can only be stopped by ending it; the next question starts another.
    const stop = (): void => {
      leave();
      hand.terminate();
      this.busy--;
      this.next();
    };
    this.busy++;
    job.signal?.addEventListener("abort", stop, { once: true });
    hand.onmessage = ({ data }: MessageEvent<Told>) => {
      if ("progress" in data) return job.onProgress(data.progress);
      leave();
      if ("reply" in data) job.done(data.reply);
      else job.failed(new Error(data.failed));
      this.busy--;
      this.idle.push(hand);
      this.next();
    };
    hand.onerror = (event) => {
      job.failed(new Error((event as ErrorEvent).message || "the worker cannot be started"));
      stop();
    };
    hand.postMessage(job.asked);
  }
}
