// Certificates that somebody brought, and what the checker says of them.
import { signal } from "@preact/signals";
import { backend } from "../backend/choose";
import { type Problem, problemOf, type VerifyAnswer } from "../backend/backend";
import { announce } from "./store";

interface Judged {
  name: string;
  said?: VerifyAnswer;
  problem?: Problem;
}

/** The latest first. */
export const judged = signal<readonly Judged[]>([]);
export const busy = signal(false);
const MOST = 200;

/** A file is one object, or one a line. */
export function certificatesIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (whole) {
    const lines = text.split("\n").filter((line) => line.trim());
    if (lines.length < 2) throw whole;
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}

export async function judge(files: Iterable<File>): Promise<void> {
  busy.value = true;
  for (const file of files) {
    const add = (one: Judged): void => {
      judged.value = [one, ...judged.value].slice(0, MOST);
    };
    try {
      let found: unknown[];
      try {
        found = certificatesIn(await file.text());
      } catch {
        add({ name: file.name, problem: { title: "This file is no JSON. Packed certificates (zstd) are for arbiter verify." } });
        continue;
      }
      for (const [n, certificate] of found.slice(0, MOST).entries()) {
        const said = await backend.verify({ certificate });
        add({ name: found.length > 1 ? `${file.name}, line ${n + 1}` : file.name, said });
        announce(`${file.name}: ${said.verdict}. ${said.reason ?? said.claim ?? ""}`);
      }
    } catch (thrown) {
      add({ name: file.name, problem: problemOf(thrown) });
    }
  }
  busy.value = false;
}
