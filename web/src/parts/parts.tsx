// Small parts that several panels use.
import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { backend } from "../backend/choose";
import { type Certificate, type Problem, problemOf, type Progress, type VerifyAnswer } from "../backend/backend";
import type { Asking } from "../state/answers";
import { opinion } from "../state/proofs";
import { announce } from "../state/store";
import { count, t, verdictName } from "../words/words";
import { copy, save } from "./save";

/** A button that is one of several. */
export function Quiet(props: ButtonHTMLAttributes) {
  return <button type="button" class="quiet" {...props} />;
}

export function Copy({ text, what, children }: { text: () => string | Promise<string>; what: string; children: ComponentChildren }) {
  const [done, setDone] = useState(false);
  return (
    <Quiet
      onClick={async () => {
        await copy(await text(), what);
        setDone(true);
        setTimeout(() => setDone(false), 1500);
      }}
    >
      {done ? t().common.copied : children}
    </Quiet>
  );
}

export function Segments<T extends string>(props: {
  label: string;
  name: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  return (
    <fieldset class="segments">
      <legend class="offscreen">{props.label}</legend>
      {props.options.map(([value, words]) => (
        <label key={value}>
          <input type="radio" name={props.name} value={value} checked={props.value === value} onChange={() => props.onChange(value)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Check(props: { checked: boolean; onChange: (on: boolean) => void; children: ComponentChildren; label?: string }) {
  return (
    <label class="check">
      <input type="checkbox" checked={props.checked} aria-label={props.label} onChange={(e) => props.onChange(e.currentTarget.checked)} />
      <span>{props.children}</span>
    </label>
  );
}

/** The fields of a question; `ask` asks it. */
export function Ask({ ask, children }: { ask: () => Promise<void>; children: ComponentChildren }) {
  return (
    <form
      class="ask"
      onSubmit={(e) => {
        e.preventDefault();
        void ask();
      }}
    >
      {children}
    </form>
  );
}

/** What all questions have: the fields, the work, what went wrong, and the answer; examples where there is none yet. */
export function Asked<A>(props: { form: ComponentChildren; of: Asking<A>; text: string; examples: ComponentChildren; result: (said: A) => ComponentChildren }) {
  const { form, of, text, examples, result } = props;
  const said = of.answer.value;
  const problem = of.problem.value;
  const busy = of.busy.value;
  return (
    <>
      {form}
      <div id="answer" />
      {busy && <Working progress={of.progress.value} onCancel={of.stop} />}
      {problem && <ProblemNote problem={problem} text={text} />}
      {said && result(said)}
      {!said && !problem && !busy && examples}
    </>
  );
}

/** In place of a question about chess, where the board has another game. */
export function ChessOnly({ words }: { words: string }) {
  return <p class="hint">{words}</p>;
}

/** A time to choose; one that came with a link is offered too. */
export function TimeField(props: { usual: readonly string[]; value: string; onChange: (time: string) => void }) {
  const offered = props.usual.includes(props.value) ? props.usual : [...props.usual, props.value];
  return (
    <label class="field">
      <span>{t().common.time}</span>
      <select value={props.value} onChange={(e) => props.onChange(e.currentTarget.value)}>
        {offered.map((time) => (
          <option key={time} value={time}>
            {time.replace(/s$/, " s")}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the server found wrong, with the place in the text marked. */
export function ProblemNote({ problem, text, id }: { problem: Problem; text?: string; id?: string }) {
  const words = sentence(problem.detail ?? problem.title);
  const line = text?.split("\n")[(problem.line ?? 1) - 1];
  const { column } = problem;
  const letters = line === undefined ? [] : [...line];
  return (
    <div class="problem" role="alert" id={id}>
      <p>{words}</p>
      {line !== undefined && column != null && (
        <p class="place">
          <span class="offscreen">{t().common.place(problem.line ?? 1, column)}</span>
          <code>
            {letters.slice(0, column - 1).join("")}
            <mark>{letters[column - 1] ?? " "}</mark>
            {letters.slice(column).join("")}
          </code>
        </p>
      )}
    </div>
  );
}

export function Working({ progress, onCancel }: { progress: Progress | null; onCancel: () => void }) {
  const facts = progress
    ? [
        // The question about the past does not count them.
        progress.nodes ? t().common.looked(count(progress.nodes)) : "",
        `${progress.seconds.toFixed(1)} s`,
        progress.no_win_within ? t().common.noWinWithin(progress.no_win_within) : "",
        progress.win_within ? t().common.winWithin(progress.win_within) : "",
      ].filter(Boolean)
    : [t().common.starting];
  return (
    <div class="working">
      <progress aria-label={t().common.searching} />
      <p>{facts.join(" · ")}</p>
      <button type="button" onClick={onCancel}>
        {t().common.cancel}
      </button>
    </div>
  );
}

export function VerifyNote({ said }: { said: VerifyAnswer }) {
  return (
    <p class={`verified ${said.verdict}`} data-verdict={said.verdict}>
      {opinion(said)}
    </p>
  );
}

/** Buttons to keep a certificate and to have the independent checker look at it. */
export function ProofButtons({ certificate, name }: { certificate: Certificate; name: string }) {
  const [said, setSaid] = useState<{ of: Certificate; said?: VerifyAnswer; problem?: Problem } | null>(null);
  const mine = said?.of === certificate ? said : null;
  return (
    <div class="proof">
      <div class="buttons">
        <Quiet onClick={() => save(`${name}.json`, `${JSON.stringify(certificate)}\n`, "application/json")}>
          {t().common.download}
        </Quiet>
        <Quiet
          onClick={async () => {
            try {
              const answer = await backend.verify({ certificate });
              setSaid({ of: certificate, said: answer });
              announce(opinion(answer));
            } catch (thrown) {
              setSaid({ of: certificate, problem: problemOf(thrown) });
            }
          }}
        >
          {t().common.check}
        </Quiet>
      </div>
      {mine?.said && <VerifyNote said={mine.said} />}
      {mine?.problem && <ProblemNote problem={mine.problem} />}
    </div>
  );
}

/** Links to examples: a link holds a position and the question. */
export function Examples({ intro, of }: { intro: string; of: readonly { name: string; hash: string }[] }) {
  return (
    <div class="examples">
      <p class="hint">{intro}</p>
      <p>
        {t().common.try}{" "}
        {of.map(({ name, hash }, index) => (
          <>
            {index > 0 && (index === of.length - 1 ? t().common.or : ", ")}
            <a href={hash} key={hash}>
              {name}
            </a>
          </>
        ))}
        .
      </p>
    </div>
  );
}

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

const TONE: Record<string, string> = {
  safe: "good",
  legal: "good",
  possible: "good",
  holds: "good",
  win: "good",
  winnable: "good",
  check: "warn",
  undecided: "open",
  stalemate: "open",
  checkmate: "bad",
  illegal: "bad",
  impossible: "bad",
  broken: "bad",
  "no-win": "open",
  solved: "good",
  unsolved: "open",
};

export function Verdict({ verdict, level }: { verdict: string; level?: string }) {
  return (
    <p class={`verdict ${TONE[verdict] ?? "open"}`}>
      <span class="pill" data-verdict={verdict}>
        {verdictName(verdict)}
      </span>
      {level && <span class="level">{level}</span>}
    </p>
  );
}
