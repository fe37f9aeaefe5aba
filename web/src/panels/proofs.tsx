// Certificates dropped or chosen, and what the independent checker says of them.
import { useSignal } from "@preact/signals";
import { ProblemNote, VerifyNote } from "../parts/parts";
import { busy, judge, judged } from "../state/proofs";

export function ProofsPanel() {
  const over = useSignal(false);
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
