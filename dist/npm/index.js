// Arbiter as a WebAssembly module: the questions of `arbiter serve`, answered in this process. What the module exports
// and imports is said in crates/wasm.

const HEAD = 8;
const QUESTIONS = ["status", "reach", "win", "verify", "read", "play"];

export class ArbiterError extends Error {
  constructor(problem) {
    super(problem.detail ?? problem.title);
    this.name = "ArbiterError";
    this.problem = problem;
  }
}

export async function load({ module, onProgress } = {}) {
  const compiled = module ?? (await WebAssembly.compile(await bytes(new URL("./arbiter.wasm", import.meta.url))));
  let core;
  const put = (text) => {
    const sent = new TextEncoder().encode(text);
    const place = core.alloc(sent.length) >>> 0;
    new Uint8Array(core.memory.buffer, place, sent.length).set(sent);
    return [place, sent.length];
  };
  const arbiter = {
    now: () => performance.now(),
    progress: (index, nodes, seconds, noWin, win) =>
      onProgress?.({ index, nodes, seconds, no_win_within: noWin, ...(win ? { win_within: win } : {}) }),
  };
  const start = () => (core = new WebAssembly.Instance(compiled, { arbiter }).exports);
  const ask = (name, request) => {
    const sent = [put(name), put(JSON.stringify(request))];
    let place;
    try {
      place = core.call(...sent[0], ...sent[1]) >>> 0;
    } catch (fault) {
      // An instance that has failed must not be used again.
      start();
      throw fault;
    }
    sent.forEach((text) => core.free(...text));
    const head = new DataView(core.memory.buffer, place, HEAD);
    const [status, size] = [head.getUint32(0, true), head.getUint32(4, true)];
    const text = new TextDecoder().decode(new Uint8Array(core.memory.buffer, place + HEAD, size));
    core.free(place, HEAD + size);
    const said = JSON.parse(text);
    if (status !== 200) throw new ArbiterError(said);
    return said;
  };
  start();
  return Object.fromEntries(QUESTIONS.map((name) => [name, (request) => ask(name, request)]));
}

/** A file in Node, an address in browsers. */
async function bytes(url) {
  if (url.protocol === "file:") return (await import("node:fs/promises")).readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the answer was ${response.status}`);
  return response.arrayBuffer();
}
