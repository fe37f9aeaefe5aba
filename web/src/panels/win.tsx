// Can the side to move force a win?
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { backend } from "../backend/choose";
import type { LegalMove, WinAnswer } from "../backend/backend";
import { Line } from "../parts/line";
import { Asked, Copy, Examples, ProofButtons, Quiet, Verdict } from "../parts/parts";
import { save } from "../parts/save";
import { gameOf } from "../position/games";
import { aimOf, endsByDefender } from "../state/aims";
import { win } from "../state/answers";
import { shownMoves } from "../state/letters";
import { pointMove } from "../state/marks";
import { fromStipulation } from "../state/share";
import { fen, rules, setup, winForm } from "../state/store";
import { showBoard } from "../state/stage";
import { beginDuel } from "../win/duel";
import { proofOf } from "../win/strategy";
import { Outline } from "../win/tree";
import { t } from "../words/words";
import { WinForm } from "./winform";

/** A first move as a button that draws it on the board. */
function FirstMove({ move, legal, mark }: { move: string; legal: LegalMove[]; mark: string }) {
  const san = legal.find((m) => m.move === move)?.san ?? move;
  return (
    <button type="button" class="chip" onMouseEnter={() => pointMove(move)} onMouseLeave={() => pointMove(null)} onFocus={() => pointMove(move)} onBlur={() => pointMove(null)} onClick={() => pointMove(move)}>
      {shownMoves(san)}
      {mark}
    </button>
  );
}

/** The solution, its lines coloured by kind: key, try, dual. */
function Solution({ text }: { text: string }) {
  const kind = (line: string): string => {
    if (line.includes("?") || line.includes(" but ")) return "try";
    if (/^\S.*!/.test(line)) return "key";
    // More than one continuation: a dual.
    return /\(dual\)|\d\. [^(]*,/.test(line.replace(/\(\d.*\)/, "")) ? "dual" : "";
  };
  return (
    <div class="solution">
      <pre tabIndex={0} aria-label={t().win.notationOf}>
        {text
          .trimEnd()
          .split("\n")
          .map((line, index) => (
            <span key={index} class={kind(line)}>
              {line}
              {kind(line) === "dual" && !line.includes("(dual)") ? `  ← ${t().win.dual}` : ""}
              {"\n"}
            </span>
          ))}
      </pre>
      <div class="buttons">
        <Copy text={() => text} what={t().common.solution}>
          {t().win.copyNotation}
        </Copy>
        <Quiet onClick={() => save("solution.txt", text)}>
          {t().win.saveNotation}
        </Quiet>
      </div>
    </div>
  );
}

/** Whoever is mated has not won, though it wanted to be: problems are solved. */
const OF_PROBLEMS: Record<string, string> = { win: "solved", "no-win": "unsolved" };

function Result({ said }: { said: WinAnswer }) {
  const position = fen.value;
  const { turn } = setup.value;
  const of = rules.value;
  const legal = useSignal<LegalMove[]>([]);
  const proof = useMemo(() => proofOf(said.certificate), [said]);
  const chess = gameOf(of).won_by === "checkmate";
  // What the attacker wants; where both sides help there is none to play against.
  const aim = aimOf(said.stipulation);
  const form = winForm.value;
  const asked = fromStipulation(said.stipulation ?? "")?.count ?? form.count;
  const plies = form.bound === "within" ? form.count : form.bound === "shortest" ? 5 : asked * 2 - (aim && endsByDefender(aim) ? 0 : 1);

  useEffect(() => {
    if (!said.keys && !said.tries) return;
    let stale = false;
    backend
      .play({ position, rules: of })
      .then(({ moves }) => {
        if (!stale) legal.value = moves;
      })
      .catch(() => undefined); // the names are an extra; the answer stands without them
    return () => {
      stale = true;
    };
  }, [said]);

  const play = (side: "attacker" | "defender"): void => {
    if (!aim) return;
    void beginDuel(side, position, { rules: of, turn, aim, asked: plies }, said);
    showBoard();
  };
  return (
    <div class="result">
      <Verdict verdict={aim === "mate" ? said.verdict : (OF_PROBLEMS[said.verdict] ?? said.verdict)} level={said.verdict === "win" ? t().win.length(said.plies ?? 0, said.shortest ?? false) : ""} />
      <p class="sentence" lang="en">
        {said.reason}
      </p>
      {said.line && said.line.length > 0 && <Line title={t().common.bestPlay} position={position} of={of} moves={said.line} />}
      {aim && (
        <div class="buttons">
          <button type="button" class="primary soft" disabled={said.verdict !== "win"} onClick={() => play("defender")}>
            {t().win.playDefender}
          </button>
          <button type="button" class="primary soft" onClick={() => play("attacker")}>
            {t().win.playAttacker}
          </button>
        </div>
      )}
      <Solutions said={said} position={position} of={of} />
      {said.keys && said.keys.length > 0 && (
        <>
          <h3>{said.keys.length === 1 ? t().win.key : t().win.keys(said.keys.length)}</h3>
          <p class="chips">
            {said.keys.map((move) => (
              <FirstMove key={move} move={move} legal={legal.value} mark="!" />
            ))}
          </p>
        </>
      )}
      {said.tries && said.tries.length > 0 && (
        <>
          <h3>{t().win.tries}</h3>
          <ul class="tries">
            {said.tries.map(({ move, refutations }) => (
              <li key={move}>
                <FirstMove move={move} legal={legal.value} mark="?" />{" "}
                <Refutations position={position} of={of} move={move} refutations={refutations} />
              </li>
            ))}
          </ul>
        </>
      )}
      {aim && said.verdict === "win" && proof.strategy.size > 0 && (
        <>
          <h3>{t().win.strategy}</h3>
          <Outline position={position} rules={of} aim={aim} strategy={proof.strategy} />
        </>
      )}
      {said.solution && (
        <details open={said.solution.length < 1500}>
          <summary>{t().win.notation}</summary>
          <Solution text={said.solution} />
        </details>
      )}
      {said.certificate && <ProofButtons certificate={said.certificate} name={`win-${said.verdict}`} />}
      {said.certificate_error && <p class="hint">{t().win.noCertificate(said.certificate_error)}</p>}
      {!chess && said.verdict === "no-win" && said.lost_in !== undefined && (
        <p class="hint">{t().win.winsInstead(t().sides[turn === "w" ? "b" : "w"], said.lost_in ?? 0)}</p>
      )}
    </div>
  );
}

/** So many solutions have a button of their own; the notation has all. */
const SHOWN = 20;

/** Of help play: how many solutions there are, and, where both sides move in turn, the first to walk through. */
function Solutions({ said, position, of }: { said: WinAnswer; position: string; of: typeof rules.value }) {
  if (said.count === undefined || said.count === null) return null;
  const inTurn = said.stipulation?.startsWith("h") ? (said.solutions ?? []) : [];
  return (
    <>
      <h3>{said.count === 1 ? t().win.solution : t().win.solutions(said.count)}</h3>
      {inTurn.slice(0, SHOWN).map((moves, n) => (
        <Line key={n} title={`${n + 1}.`} position={position} of={of} moves={moves} />
      ))}
    </>
  );
}

function Refutations(props: { position: string; of: typeof rules.value; move: string; refutations: string[] }) {
  const san = useSignal<string[]>(props.refutations);
  useEffect(() => {
    backend
      .play({ position: props.position, rules: props.of, moves: [props.move] })
      .then((said) => (san.value = props.refutations.map((uci) => said.moves.find((m) => m.move === uci)?.san ?? uci)))
      .catch(() => undefined);
  }, [props.move]);
  return <span>{t().win.refutedBy(san.value.map((move) => `${shownMoves(move)}!`).join(", "))}</span>;
}

function WinExamples() {
  const [three, two, self, help, four] = t().win.examples;
  return (
    <Examples
      intro={t().win.intro}
      of={[
        { name: three!, hash: "#fen=k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3_w_-_-_0_1&ask=win&mate=3&keys&tries&tree" },
        { name: two!, hash: "#fen=8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8_w_-_-_0_1&ask=win&mate=2&keys&tree" },
        { name: self!, hash: "#fen=4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8_w_-_-_0_1&ask=win&selfmate=2&keys&tries&setPlay&tree" },
        { name: help!, hash: "#fen=8/2k5/8/5K2/1R6/8/8/8_b_-_-_0_1&ask=win&helpmate=2" },
        { name: four!, hash: "#fen=q3/2Q1/1rRn/N3_w&rules=simplified&ask=win&shortest" },
      ]}
    />
  );
}

export function WinPanel() {
  return <Asked form={<WinForm />} of={win} text={fen.value} result={(said) => <Result said={said} />} examples={<WinExamples />} />;
}
