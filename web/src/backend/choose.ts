// Decides who answers: `arbiter serve`, or the core as WebAssembly where the page has no server. web/static
// marks such a page by a meta element.
import type { Backend } from "./backend";
import { HttpBackend } from "./http";
import { WasmBackend } from "./wasm";

// Unit tests have no document.
const module = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=arbiter-module]")?.content;

/** The page is files on some host, and has its core with it. */
export const isFiles = module !== undefined;

export const backend: Backend = module ? new WasmBackend(module) : new HttpBackend("api/v1");
