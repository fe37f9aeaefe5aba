// The backend that runs the core in the browser, compiled to WebAssembly: for a page without a server.
import { ProblemError, type Progress, type Run } from "./backend";
import { Calls, type Endpoint } from "./calls";
import { Lane } from "./lane";
import { t } from "../words/words";
import type { Reply } from "./module";

const QUICK: ReadonlySet<Endpoint> = new Set(["status", "read", "play"]);

/** Searches at a time. Each may take as much memory as one search is allowed. */
const SEARCHES = 2;

/** Milliseconds between two signs that the work goes on. */
const TICK = 500;

const start = (): Worker => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "arbiter" });

export class WasmBackend extends Calls {
  // As in `arbiter serve`, quick questions never wait for searches.
  private readonly quick = new Lane(1, start);
  private readonly long = new Lane(SEARCHES, start);
  private module: Promise<WebAssembly.Module> | null = null;

  constructor(private readonly address: string) {
    super();
    // Loading early is a try: if it fails, the first question tries again and reports it.
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
      throw new ProblemError({ title: t().faults.program, detail: t().faults.programDetail(String(thrown)) });
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
      throw new ProblemError({ title: t().faults.load, detail: t().faults.loadDetail(this.address, String(thrown)) });
    });
    return this.module;
  }
}

// Not compileStreaming: it insists on a content type that not every file host sends.
async function compiled(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address, { credentials: "omit" });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Passes progress on, and between two reports only the time. */
function ticking(onProgress: Run["onProgress"]): { hear: (progress: Progress) => void; stop: () => void } {
  if (!onProgress) return { hear: () => undefined, stop: () => undefined };
  const started = performance.now();
  let last: Progress = { index: 0, nodes: 0, seconds: 0 };
  const tick = setInterval(() => onProgress({ ...last, seconds: (performance.now() - started) / 1000 }), TICK);
  const hear = (progress: Progress): void => onProgress((last = progress));
  return { hear, stop: () => clearInterval(tick) };
}
