// The backend that is the core itself, compiled to WebAssembly: for a page that is only files.
import { ProblemError, type Progress, type Run } from "./backend";
import { Calls, type Endpoint } from "./calls";
import { Lane } from "./lane";
import type { Reply } from "./module";

const QUICK: ReadonlySet<Endpoint> = new Set(["status", "read", "play"]);

/** Searches at a time: each may take as much memory as a search may. */
const SEARCHES = 2;

/** How often one who waits hears that the work goes on. */
const TICK = 500;

const start = (): Worker => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "arbiter" });

export class WasmBackend extends Calls {
  // As in `arbiter serve`, what is quick never waits for what is long.
  private readonly quick = new Lane(1, start);
  private readonly long = new Lane(SEARCHES, start);
  private module: Promise<WebAssembly.Module> | null = null;

  constructor(private readonly address: string) {
    super();
    // A second failure is the one that is told.
    this.load().catch(() => undefined);
  }

  protected async call(endpoint: Endpoint, request: object, { signal, onProgress }: Run = {}): Promise<unknown> {
    const module = await this.load();
    signal?.throwIfAborted();
    const lane = QUICK.has(endpoint) ? this.quick : this.long;
    const asked = { module, name: endpoint, body: JSON.stringify(request) };
    const { hear, stop } = ticking(onProgress);
    let reply: Reply;
    try {
      reply = await lane.ask(asked, signal, hear);
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      throw new ProblemError({ title: "A fault of the program", detail: `The program stopped before it answered: ${String(thrown)}` });
    } finally {
      stop();
    }
    const said = JSON.parse(reply.text);
    if (reply.status !== 200) throw new ProblemError(said);
    return said;
  }

  private load(): Promise<WebAssembly.Module> {
    this.module ??= compiled(this.address).catch((thrown: unknown) => {
      // The next question tries again.
      this.module = null;
      throw new ProblemError({ title: "The program cannot be loaded", detail: `${this.address} cannot be loaded: ${String(thrown)}` });
    });
    return this.module;
  }
}

// Not by compileStreaming, which wants a type that not every host of files knows.
async function compiled(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address, { credentials: "omit" });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Progress as it is told, and in between that time passes. */
function ticking(onProgress: Run["onProgress"]): { hear: (progress: Progress) => void; stop: () => void } {
  if (!onProgress) return { hear: () => undefined, stop: () => undefined };
  const started = performance.now();
  let last: Progress = { index: 0, nodes: 0, seconds: 0 };
  const tick = setInterval(() => onProgress({ ...last, seconds: (performance.now() - started) / 1000 }), TICK);
  const hear = (progress: Progress): void => onProgress((last = progress));
  return { hear, stop: () => clearInterval(tick) };
}
