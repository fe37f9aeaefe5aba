// arbiter.wasm: texts in, texts out, through its memory. What it exports and imports is said in crates/wasm.
import type { Progress } from "./backend";

interface Exports {
  memory: WebAssembly.Memory;
  alloc: (size: number) => number;
  free: (place: number, size: number) => void;
  call: (name: number, nameSize: number, body: number, bodySize: number) => number;
}

/** The status of HTTP, and the answer or the problem as JSON. */
export interface Reply {
  status: number;
  text: string;
}

const HEAD = 8;

export class Core {
  private readonly core: Exports;

  constructor(module: WebAssembly.Module, onProgress: (progress: Progress) => void) {
    const arbiter = {
      now: () => performance.now(),
      progress: (index: number, nodes: number, seconds: number, noWin: number, win: number) =>
        onProgress({ index, nodes, seconds, no_win_within: noWin, ...(win ? { win_within: win } : {}) }),
    };
    this.core = new WebAssembly.Instance(module, { arbiter }).exports as unknown as Exports;
  }

  /** Takes as long as the answer takes. Throws if the module fails, which must not be used again then. */
  call(name: string, body: string): Reply {
    const sent = [this.put(name), this.put(body)] as const;
    const place = this.core.call(...sent[0], ...sent[1]) >>> 0;
    sent.forEach((text) => this.core.free(...text));
    const head = new DataView(this.core.memory.buffer, place, HEAD);
    const size = head.getUint32(4, true);
    const reply = { status: head.getUint32(0, true), text: new TextDecoder().decode(new Uint8Array(this.core.memory.buffer, place + HEAD, size)) };
    this.core.free(place, HEAD + size);
    return reply;
  }

  /** Bytes of memory taken. WebAssembly never gives any back. */
  get size(): number {
    return this.core.memory.buffer.byteLength;
  }

  private put(text: string): [number, number] {
    const bytes = new TextEncoder().encode(text);
    const place = this.core.alloc(bytes.length) >>> 0;
    new Uint8Array(this.core.memory.buffer, place, bytes.length).set(bytes);
    return [place, bytes.length];
  }
}
