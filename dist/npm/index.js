// Browsers, and what is like them.
import { here } from "./core.js";
import { remote } from "./remote.js";

export { ArbiterError } from "./core.js";

// Not compileStreaming: it insists on a content type that not every file host sends.
async function compiled() {
  const address = new URL("./arbiter.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: the answer was ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

export async function load(options = {}) {
  return here(options.module ?? (await compiled()), options);
}

export async function loadInWorker(options = {}) {
  return remote(options.module ?? (await compiled()), (hear) => {
    const worker = new Worker(new URL("./thread.js", import.meta.url), { type: "module", name: "arbiter" });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => hear({ failed: event.message || "the worker cannot be started" });
    return { post: (asked) => worker.postMessage(asked), end: () => worker.terminate() };
  });
}
