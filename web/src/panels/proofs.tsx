// Certificates in: dropped or chosen, and judged by the checker that shares no code with the rest.
import { signal } from "@preact/signals";
import { backend } from "../backend/choose";
import { type Problem, problemOf, type VerifyAnswer } from "../backend/backend";
import { ProblemNote, VerifyNote } from "../parts/parts";
import { announce } from "../state/store";

interface Judged {
  name: string;
  said?: VerifyAnswer;
  problem?: Problem;
}

const judged = signal<readonly Judged[]>([]);
const over = signal(false);
const busy = signal(false);
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

export function ProofsPanel() {
  return (
    <>
      <p class="sentence">
        Every answer here can be downloaded with its evidence. Drop such a file below, from here or from the command line: a small checker that shares no code with the solver reads it and accepts or refuses.
      </p>
      <label
        class={over.value ? "dropzone over" : "dropzone"}
        onDragOver={(e) => {
          e.preventDefault();
          over.value = true;
        }}
        onDragLeave={() => (over.value = false)}
        onDrop={(e) => {
          e.preventDefault();
          over.value = false;
          void judge(e.dataTransfer?.files ?? []);
        }}
      >
        <input
          type="file"
          class="offscreen"
          multiple
          accept=".json,.jsonl,application/json"
          onChange={(e) => {
            const input = e.currentTarget;
            void judge([...(input.files ?? [])]).then(() => (input.value = ""));
          }}
        />
        <span>{busy.value ? "Checking…" : "Drop certificates here, or choose files"}</span>
      </label>
      <ul class="judged" aria-label="Verified certificates">
        {judged.value.map(({ name, said, problem }, index) => (
          <li key={judged.value.length - index}>
            <strong>{name}</strong>
            {said && <VerifyNote said={said} />}
            {problem && <ProblemNote problem={problem} />}
          </li>
        ))}
      </ul>
    </>
  );
}
