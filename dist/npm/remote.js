// The questions, answered by a worker: one after another, each of which can be stopped.
import { answerIn, questions } from "./core.js";

/**
 * `start` makes a worker, `{ post, end }`, that tells what it has to say to the function it is given: `{ progress }`,
 * `{ reply }` or `{ failed }`.
 */
export function remote(compiled, start) {
  const waiting = [];
  let worker = null;
  let job = null;
  let closed = false;

  const stop = () => {
    worker?.end();
    worker = null;
  };
  const finish = (settle) => {
    const { signal, abort } = job;
    job = null;
    signal?.removeEventListener("abort", abort);
    settle();
    next();
  };
  const hear = (told) => {
    // What a stopped worker said before is for nobody.
    if (!job) return;
    const { onProgress, done, failed } = job;
    if (told.progress) onProgress?.(told.progress);
    else if (told.reply) finish(() => { try { done(answerIn(told.reply)); } catch (refused) { failed(refused); } });
    else {
      stop();
      finish(() => failed(new Error(told.failed)));
    }
  };
  const next = () => {
    if (job || closed) return;
    job = waiting.shift() ?? null;
    if (!job) return;
    if (!worker) {
      const own = start((told) => own === worker && hear(told));
      worker = own;
    }
    worker.post({ module: compiled, name: job.name, body: job.body });
  };
  const ask = (name, request, { signal, onProgress } = {}) =>
    new Promise((done, failed) => {
      signal?.throwIfAborted();
      if (closed) throw new Error("the worker is closed");
      const asked = { name, body: JSON.stringify(request), signal, onProgress, done, failed };
      asked.abort = () => {
        if (asked === job) {
          // A worker that computes can only be ended; the next question starts another.
          stop();
          return finish(() => failed(signal.reason));
        }
        waiting.splice(waiting.indexOf(asked), 1);
        failed(signal.reason);
      };
      signal?.addEventListener("abort", asked.abort, { once: true });
      waiting.push(asked);
      next();
    });
  const close = () => {
    closed = true;
    stop();
    const left = [...(job ? [job] : []), ...waiting.splice(0)];
    job = null;
    for (const { signal, abort, failed } of left) {
      signal?.removeEventListener("abort", abort);
      failed(new Error("the worker was closed"));
    }
  };
  return { ...questions(ask), close };
}

/** What a worker does: answers what it is posted with what it says to `say`. */
export function serve(caller, say) {
  let call = null;
  return ({ module, name, body }) => {
    try {
      call ??= caller(module, (progress) => say({ progress }));
      say({ reply: call(name, body) });
    } catch (fault) {
      say({ failed: `the program stopped before it answered: ${fault}` });
    }
  };
}
