// Can it still be won? What a flag that fell makes of the game.
import type { DeadAnswer } from "../backend/backend";
import { Line } from "../parts/line";
import { Ask, Asked, ChessOnly, Examples, ProofButtons, Segments, Verdict } from "../parts/parts";
import { sideName } from "../position/board";
import { askDead, dead } from "../state/answers";
import { deadForm, fen, rules } from "../state/store";

function Form() {
  return (
    <Ask ask={askDead}>
      <div class="line">
        <Segments
          label="Whose flag fell?"
          name="flag"
          value={deadForm.value.flag}
          options={[
            ["white", "White’s flag"],
            ["black", "Black’s flag"],
            ["none", "Neither"],
          ]}
          onChange={(flag) => (deadForm.value = { flag })}
        />
        <button type="submit" class="primary" disabled={dead.busy.value}>
          Can it still be won?
        </button>
      </div>
    </Ask>
  );
}

function Result({ said }: { said: DeadAnswer }) {
  return (
    <div class="result">
      <Verdict verdict={said.result ?? said.verdict} />
      <p class="sentence">{said.reason}</p>
      {said.sides.map(({ side, line, certificate = said.certificate }) => (
        <section aria-label={side} key={side}>
          {line && line.length > 0 && <Line title={`${sideName(side === "white" ? "w" : "b")} mates`} position={fen.value} of="standard" moves={line} />}
          {certificate && <ProofButtons certificate={certificate} name={`dead-${side}`} />}
        </section>
      ))}
    </div>
  );
}

export function DeadPanel() {
  if (rules.value !== "standard") return <ChessOnly what="Who can still win is a question" />;
  return (
    <Asked
      form={<Form />}
      of={dead}
      text={fen.value}
      result={(said) => <Result said={said} />}
      examples={
        <Examples
          intro="Looks for a mate by any legal moves of both sides, or for a proof that there is none: what decides the game when a flag falls."
          of={[
            { name: "a lone king against a pawn", hash: "#fen=8/8/8/4k3/8/8/5P2/4K3_w_-_-_0_1&ask=dead&flag=white" },
            { name: "a wall of pawns", hash: "#fen=4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3_w_-_-_0_1&ask=dead&flag=none" },
          ]}
        />
      }
    />
  );
}
