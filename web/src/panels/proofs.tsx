// Certificates dropped or chosen, and what the independent checker says of them.
import { useSignal } from "@preact/signals";
import { ProblemNote, VerifyNote } from "../parts/parts";
import { busy, checked, judge, judged } from "../state/proofs";

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
        <span>{!busy.value ? "Drop certificates here, or choose files" : checked.value ? `Checking ${checked.value.done} of ${checked.value.of}…` : "Checking…"}</span>
      </label>
      <ul class="judged" aria-label="Verified certificates">
        {judged.value.map(({ name, said, problem, sum }, index) => (
          <li key={judged.value.length - index}>
            <strong>{name}</strong>
            {sum && (
              <p class={`verified ${sum.accepted === sum.of ? "accepted" : "refused"}`}>
                {sum.accepted === sum.of ? `All ${sum.of} accepted` : `${sum.accepted} of ${sum.of} accepted`}
              </p>
            )}
            {said && <VerifyNote said={said} />}
            {problem && <ProblemNote problem={problem} />}
          </li>
        ))}
      </ul>
    </>
  );
}
