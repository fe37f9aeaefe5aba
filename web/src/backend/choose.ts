// The one place that decides who answers.
//
// A WebAssembly backend goes here: a module wasm.ts that implements Backend over `arbiter.wasm`
// (searches in a worker, `signal` ending the worker), chosen when that file is served beside the
// page and no server answers. The content policy already allows it ('wasm-unsafe-eval').
import type { Backend } from "./backend";
import { HttpBackend } from "./http";

export const backend: Backend = new HttpBackend("api/v1");
