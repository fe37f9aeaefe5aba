// Node, and what takes its modules.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { here } from "./core.js";
import { remote } from "./remote.js";

export { ArbiterError } from "./core.js";

const compiled = async () => WebAssembly.compile(await readFile(new URL("./arbiter.wasm", import.meta.url)));

export async function load(options = {}) {
  return here(options.module ?? (await compiled()), options);
}

export async function loadInWorker(options = {}) {
  return remote(options.module ?? (await compiled()), (hear) => {
    const worker = new Worker(new URL("./thread.node.js", import.meta.url));
    // Nobody who has all answers waits for it.
    worker.unref();
    let asked = 0;
    const answered = (told) => {
      if (!told.progress && --asked === 0) worker.unref();
      hear(told);
    };
    worker.on("message", answered);
    worker.on("error", (error) => answered({ failed: String(error) }));
    const post = (question) => {
      if (asked++ === 0) worker.ref();
      worker.postMessage(question);
    };
    return { post, end: () => void worker.terminate() };
  });
}
