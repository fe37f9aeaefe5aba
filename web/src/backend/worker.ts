// Where arbiter.wasm runs, so that the page stays awake while it thinks.
import type { Progress } from "./backend";
import { Core, type Reply } from "./module";

/** The module comes with the first question. */
export interface Asked {
  module: WebAssembly.Module;
  name: string;
  body: string;
}

export type Told = { progress: Progress } | { reply: Reply } | { failed: string };

/** Bytes. A core that has taken more memory than this is dropped after its answer. */
const KEPT = 64 << 20;

const say = (told: Told): void => self.postMessage(told);

let core: Core | null = null;

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  try {
    core ??= new Core(data.module, (progress) => say({ progress }));
    say({ reply: core.call(data.name, data.body) });
    if (core.size > KEPT) core = null;
  } catch (thrown) {
    core = null;
    say({ failed: String(thrown) });
  }
};
