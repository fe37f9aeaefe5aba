// Texts that people bring. The server recognises what they are.
import { backend } from "../backend/choose";
import type { ReadAnswer } from "../backend/backend";
import { rules } from "./store";

/** The game on the board is tried first: two games may share a form. */
export async function readText(text: string, program = ""): Promise<ReadAnswer> {
  if (program) return backend.read({ text, program });
  if (rules.value !== "standard") {
    const said = await backend.read({ text, rules: rules.value });
    if (said.cases.some((one) => "position" in one)) return said;
  }
  return backend.read({ text });
}
