// Many positions at once: FEN, EPD, diagrams, and the input of the contests, each case as a card.
import { useRef } from "preact/hooks";
import { type Reading, READINGS } from "../api/openapi";
import type { CaseOrError } from "../backend/backend";
import { MiniBoard } from "../board/mini";
import { Readings } from "../board/readings";
import { Check, ProblemNote, Quiet } from "../parts/parts";
import { List } from "./list";
import { t } from "../words/words";
import { answers, askAll, askCase, type Asking, asking, busy, cases, certified, format, openCase, problem, program, readCases, readings, stopAsking, text } from "../state/cases";

const ASKING: readonly Asking[] = ["status", "rules", "reach", "win"];

/** So many are drawn as cards; more are a list. */
const CARDS = 24;
/** Characters of a text that is not typed into the field. */
const LARGE = 20_000;

function CaseCard({ of, index }: { of: CaseOrError; index: number }) {
  if (!("position" in of)) {
    return (
      <li class="case bad">
        <ProblemNote problem={{ title: of.error, line: of.line, column: of.column }} text={text.value} />
      </li>
    );
  }
  const found = answers.value.get(index);
  const name = t().cases.name(index + 1, of.line);
  return (
    <li class="case">
      <button type="button" class="board-card" aria-label={t().cases.openCase(name, of.position)} onClick={() => openCase(of)}>
        <MiniBoard position={of.position} rules={of.rules} />
      </button>
      <p>
        <small>{of.id ?? name}</small>
        {of.answer && <strong>{of.answer}</strong>}
        {found && <strong>{found.short}</strong>}
      </p>
      <div class="buttons">
        <Quiet onClick={() => openCase(of)}>
          {t().cases.open}
        </Quiet>
        <Quiet onClick={() => askCase(of)}>
          {t().cases.ask}
          <span class="offscreen">{of.ask ? t().cases.own[of.ask] : t().cases.chosen}</span>
        </Quiet>
      </div>
    </li>
  );
}

export function CasesPanel() {
  const area = useRef<HTMLTextAreaElement>(null);
  const wrong = problem.value;
  const all = cases.value;
  /** Puts the text cursor where reading stopped. */
  function goTo(): void {
    const lines = text.value.split("\n");
    const line = (wrong?.line ?? 1) - 1;
    const start = lines.slice(0, line).reduce((sum, l) => sum + l.length + 1, 0) + (wrong?.column ?? 1) - 1;
    area.current?.focus();
    area.current?.setSelectionRange(start, start + 1);
  }
  return (
    <>
      <form
        class="ask"
        onSubmit={(e) => {
          e.preventDefault();
          void readCases(text.value);
        }}
      >
        <label class="field wide stack">
          <span>{t().cases.field}</span>
          <textarea
            ref={area}
            class="mono"
            rows={8}
            spellcheck={false}
            value={text.value}
            aria-invalid={wrong !== null}
            aria-describedby={wrong ? "cases-problem" : undefined}
            onInput={(e) => (text.value = e.currentTarget.value)}
            onPaste={(e) => {
              const pasted = e.clipboardData?.getData("text") ?? "";
              if (pasted.length < LARGE) return;
              // Browsers take minutes to edit thousands of lines into a field, and no time to set them.
              e.preventDefault();
              void readCases(pasted);
            }}
            onDragOver={(e) => e.preventDefault()}
            onDrop={async (e) => {
              const file = e.dataTransfer?.files[0];
              if (!file) return;
              e.preventDefault();
              await readCases(await file.text());
            }}
          />
        </label>
        {wrong && (
          <div class="with-button">
            <ProblemNote id="cases-problem" problem={wrong} text={text.value} />
            {wrong.line != null && (
              <Quiet onClick={goTo}>
                {t().cases.goToLine(wrong.line)}
              </Quiet>
            )}
          </div>
        )}
        <div class="line">
          <label class="field">
            <span class="offscreen">{t().cases.format}</span>
            <select value={program.value} onChange={(e) => (program.value = e.currentTarget.value as Reading | "")}>
              <option value="">{t().cases.recognise}</option>
              {READINGS.map((name) => (
                <option key={name} translate={false}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label class="file quiet">
            <input
              type="file"
              class="offscreen"
              onChange={async (e) => {
                const file = e.currentTarget.files?.[0];
                if (file) await readCases(await file.text());
              }}
            />
            <span>{t().cases.file}</span>
          </label>
          <button type="submit" class="primary" disabled={busy.value}>
            {t().cases.read}
          </button>
        </div>
      </form>
      <Readings of={readings.value} onOpen={() => (readings.value = [])} />
      {all.length > 0 && (
        <div class="result">
          <div class="line">
            <p class="hint">
              {t().cases.count(all.length)} · <span translate={false}>{format.value}</span>
            </p>
            <label class="field end">
              <span class="offscreen">{t().cases.question}</span>
              <select value={asking.value} onChange={(e) => (asking.value = e.currentTarget.value as Asking)}>
                {ASKING.map((value) => (
                  <option key={value} value={value}>
                    {t().cases.questions[value]}
                  </option>
                ))}
              </select>
            </label>
            {all.length > CARDS && (
              <Check checked={certified.value} onChange={(on) => (certified.value = on)}>
                {t().cases.certificates}
              </Check>
            )}
            {busy.value ? (
              <button type="button" onClick={stopAsking}>
                {t().common.cancel}
              </button>
            ) : (
              <button type="button" onClick={() => void askAll()}>
                {t().cases.askAll}
              </button>
            )}
          </div>
          {all.length > CARDS ? (
            <List />
          ) : (
            <ul class="cards">
              {all.map((of, index) => (
                <CaseCard key={index} of={of} index={index} />
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
