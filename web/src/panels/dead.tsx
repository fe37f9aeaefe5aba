// Can it still be won? What a flag that fell makes of the game.
import type { DeadAnswer } from "../backend/backend";
import { Line } from "../parts/line";
import { Ask, Asked, ChessOnly, Examples, ProofButtons, Segments, Verdict } from "../parts/parts";
import { askDead, dead } from "../state/answers";
import { FLAGS } from "../state/share";
import { deadForm, fen, rules } from "../state/store";
import { t } from "../words/words";

function Form() {
  return (
    <Ask ask={askDead}>
      <div class="line">
        <Segments
          label={t().dead.whose}
          name="flag"
          value={deadForm.value.flag}
          options={FLAGS.map((flag) => [flag, t().dead.flags[flag]] as const)}
          onChange={(flag) => (deadForm.value = { flag })}
        />
        <button type="submit" class="primary" disabled={dead.busy.value}>
          {t().dead.ask}
        </button>
      </div>
    </Ask>
  );
}

function Result({ said }: { said: DeadAnswer }) {
  return (
    <div class="result">
      <Verdict verdict={said.result ?? said.verdict} />
      <p class="sentence" lang="en">
        {said.reason}
      </p>
      {said.sides.map(({ side, line, certificate = said.certificate }) => (
        <section aria-label={t().colours[side]} key={side}>
          {line && line.length > 0 && <Line title={t().dead.mates[side]} position={fen.value} of="standard" moves={line} />}
          {certificate && <ProofButtons certificate={certificate} name={`dead-${side}`} />}
        </section>
      ))}
    </div>
  );
}

export function DeadPanel() {
  if (rules.value !== "standard") return <ChessOnly words={t().common.chessOnly.dead} />;
  const [pawn, wall] = t().dead.examples;
  return (
    <Asked
      form={<Form />}
      of={dead}
      text={fen.value}
      result={(said) => <Result said={said} />}
      examples={
        <Examples
          intro={t().dead.intro}
          of={[
            { name: pawn!, hash: "#fen=8/8/8/4k3/8/8/5P2/4K3_w_-_-_0_1&ask=dead&flag=white" },
            { name: wall!, hash: "#fen=4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3_w_-_-_0_1&ask=dead&flag=none" },
          ]}
        />
      }
    />
  );
}
