// Arbiter as a WebAssembly module: texts in, texts out, through its memory. What it exports and imports is said in crates/wasm.
import { QUESTIONS } from "./questions.js";

const HEAD = 8;

/** A request that is refused; `problem` says where it is wrong (RFC 9457). */
export class ArbiterError extends Error {
  constructor(problem) {
    super(problem.detail ?? problem.title);
    this.name = "ArbiterError";
    this.problem = problem;
  }
}

/** An object with a function for each question. */
export const questions = (ask) => Object.fromEntries(QUESTIONS.map((name) => [name, (...given) => ask(name, ...given)]));

/** The answer in a reply, which is `[status, text]`. */
export function answerIn([status, text]) {
  const said = JSON.parse(text);
  if (status !== 200) throw new ArbiterError(said);
  return said;
}

/** A function that takes the name of a question and a request as JSON and gives a reply. It runs to its end. */
export function caller(compiled, onProgress) {
  let core;
  const arbiter = {
    now: () => performance.now(),
    progress: (index, nodes, seconds, noWin, win) =>
      onProgress?.({ index, nodes, seconds, no_win_within: noWin, ...(win ? { win_within: win } : {}) }),
  };
  const start = () => (core = new WebAssembly.Instance(compiled, { arbiter }).exports);
  const put = (text) => {
    const sent = new TextEncoder().encode(text);
    const place = core.alloc(sent.length) >>> 0;
    new Uint8Array(core.memory.buffer, place, sent.length).set(sent);
    return [place, sent.length];
  };
  start();
  return (name, body) => {
    try {
      const sent = [put(name), put(body)];
      const place = core.call(...sent[0], ...sent[1]) >>> 0;
      sent.forEach((text) => core.free(...text));
      const head = new DataView(core.memory.buffer, place, HEAD);
      const [status, size] = [head.getUint32(0, true), head.getUint32(4, true)];
      const text = new TextDecoder().decode(new Uint8Array(core.memory.buffer, place + HEAD, size));
      core.free(place, HEAD + size);
      return [status, text];
    } catch (fault) {
      // An instance that has failed must not be used again.
      start();
      throw fault;
    }
  };
}

/** The questions, answered on this thread. */
export function here(compiled, { onProgress } = {}) {
  const call = caller(compiled, onProgress);
  return questions((name, request) => answerIn(call(name, JSON.stringify(request))));
}
