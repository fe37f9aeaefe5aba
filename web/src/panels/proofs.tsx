// Certificates dropped or chosen, and what the independent checker says of them.
import { useSignal } from "@preact/signals";
import { ProblemNote, VerifyNote } from "../parts/parts";
import { busy, checked, judge, judged } from "../state/proofs";
import { t } from "../words/words";

export function ProofsPanel() {
  const over = useSignal(false);
  return (
    <>
      <p class="sentence">
        {t().proofs.intro}
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
        <span>{!busy.value ? t().proofs.drop : checked.value ? t().proofs.checkingOf(checked.value.done, checked.value.of) : t().proofs.checking}</span>
      </label>
      <ul class="judged" aria-label={t().proofs.list}>
        {judged.value.map(({ name, said, problem, sum }, index) => (
          <li key={judged.value.length - index}>
            <strong>{name}</strong>
            {sum && (
              <p class={`verified ${sum.accepted === sum.of ? "accepted" : "refused"}`}>
                {sum.accepted === sum.of ? t().proofs.all(sum.of) : t().proofs.some(sum.accepted, sum.of)}
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
