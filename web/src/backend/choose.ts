// The one place that decides who answers: `arbiter serve`, or where the page is only files (web/static
// writes their index.html) the core compiled to WebAssembly.
import type { Backend } from "./backend";
import { HttpBackend } from "./http";
import { WasmBackend } from "./wasm";

// Units have no document.
const module = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=arbiter-module]")?.content;

export const backend: Backend = module ? new WasmBackend(module) : new HttpBackend("api/v1");
