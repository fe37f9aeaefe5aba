// Can the position arise in play?
import { useSignal } from "@preact/signals";
import { type Level, LEVELS } from "../api/openapi";
import { backend } from "../backend/choose";
import { problemOf, type LegalityAnswer, type ReachAnswer, type RulesAnswer } from "../backend/backend";
import { MiniBoard } from "../board/mini";
import { Ask, Asked, Check, ChessOnly, Copy, Examples, ProofButtons, Quiet, Segments, sentence, TimeField, Verdict } from "../parts/parts";
import { numbered, pgn } from "../position/pgn";
import { askReach, askRepairs, allRepairs as all, reach } from "../state/answers";
import { shownMoves } from "../state/letters";
import { announce, fen, open, reachForm, rules } from "../state/store";
import { showBoard, toEditor } from "../state/stage";
import { beginWalk } from "../state/walk";
import { t, verdictName } from "../words/words";

function Form() {
  const form = reachForm.value;
  const set = (change: Partial<typeof form>): void => {
    reachForm.value = { ...form, ...change };
  };
  return (
    <Ask ask={askReach}>
      <div class="line">
        <Segments
          label={t().reach.how}
          name="by"
          value={form.by}
          options={[
            ["proof", t().reach.proof],
            ["rules", t().reach.rules],
          ]}
          onChange={(by) => set({ by })}
        />
        <button type="submit" class="primary" disabled={reach.busy.value}>
          {t().reach.ask}
        </button>
      </div>
      {form.by === "proof" && (
        <div class="line options">
          <label class="field">
            <span>{t().reach.level}</span>
            <select value={form.level} onChange={(e) => set({ level: e.currentTarget.value as Level })}>
              {LEVELS.map((level) => (
                <option key={level} translate={false}>
                  {level}
                </option>
              ))}
            </select>
          </label>
          <TimeField usual={["1s", "10s", "60s"]} value={form.time} onChange={(time) => set({ time })} />
          <Check checked={form.repair} onChange={(repair) => set({ repair })}>
            {t().reach.repair}
          </Check>
        </div>
      )}
    </Ask>
  );
}

/** The levels of evidence: which were passed, and at which one the position was refuted. */
function Ladder({ answer }: { answer: LegalityAnswer }) {
  const reached = LEVELS.indexOf(answer.level as Level);
  if (reached < 0) return null;
  return (
    <ol class="ladder" aria-label={t().reach.reached(answer.level)}>
      {LEVELS.map((level, index) => {
        const failed = answer.verdict === "illegal" && index === reached;
        const passed = answer.verdict === "legal" || (answer.verdict === "undecided" ? index <= reached : index < reached);
        return (
          <li key={level} class={failed ? "failed" : passed ? "passed" : ""}>
            <span>{level}</span>
            <span class="offscreen">{failed ? t().reach.refuted : passed ? t().reach.passed : t().reach.skipped}</span>
          </li>
        );
      })}
    </ol>
  );
}

export function Game({ game, position }: { game: string[]; position: string }) {
  const san = useSignal<string[] | null>(null);
  const problem = useSignal<string>("");
  async function load(): Promise<{ san: string[]; positions: string[] } | null> {
    try {
      return await backend.play({ moves: game });
    } catch (thrown) {
      problem.value = problemOf(thrown).title;
      return null;
    }
  }
  return (
    <div class="game">
      <div class="buttons">
        <button
          type="button"
          class="primary soft"
          onClick={async () => {
            const said = await load();
            if (!said) return;
            beginWalk({ title: t().reach.proofGame, proofGame: true, rules: "standard", positions: said.positions, san: said.san, moves: game });
            showBoard();
          }}
        >
          {t().reach.playGame}
        </button>
        <Copy text={async () => pgn((await load())?.san ?? [], position)} what="PGN">
          {t().common.copyPgn}
        </Copy>
        {san.value === null && (
          <Quiet onClick={async () => (san.value = (await load())?.san ?? null)}>
            {t().reach.showMoves}
          </Quiet>
        )}
      </div>
      {san.value && <p class="notation">{shownMoves(numbered(san.value))}</p>}
      {problem.value && <p class="hint">{problem.value}</p>}
    </div>
  );
}

function Evidence({ answer }: { answer: LegalityAnswer }) {
  const nodes = (answer.certificate?.evidence["nodes"] as [string, string][] | undefined) ?? [];
  if (nodes.length < 2) return null;
  return (
    <details>
      <summary>{t().reach.evidence(nodes.length)}</summary>
      <ol class="nodes">
        {nodes.slice(0, 40).map(([position, why]) => (
          <li key={position}>
            <MiniBoard position={position} rules="standard" />
            <span>{why === "retract" ? t().reach.everyWay : t().reach.lemma(why)}</span>
            <code>{position}</code>
          </li>
        ))}
      </ol>
      {nodes.length > 40 && <p class="hint">{t().reach.rest(nodes.length - 40)}</p>}
    </details>
  );
}

/** So many are offered unless all are asked for. */
const FEW = 5;

function Repairs({ answer }: { answer: LegalityAnswer }) {
  if (!answer.repairs?.length) return null;
  return (
    <>
      <h3>{t().reach.could}</h3>
      <ul class="cards" aria-label={t().reach.changes}>
        {answer.repairs.map(({ what, fen: changed, verdict }) => (
          <li key={changed}>
            <button
              type="button"
              class="board-card"
              onClick={() => {
                toEditor();
                if (open(changed, "standard")) announce(t().common.opened(what));
                showBoard();
              }}
            >
              <MiniBoard position={changed} rules="standard" />
              <span lang="en">{what}</span>
              {verdict && <small>{verdictName(verdict)}</small>}
            </button>
          </li>
        ))}
      </ul>
      {answer.repairs.length >= FEW && !all.value && (
        <Quiet disabled={reach.busy.value} onClick={() => void askRepairs()}>
          {t().reach.more}
        </Quiet>
      )}
    </>
  );
}

function Legality({ said }: { said: LegalityAnswer }) {
  return (
    <>
      <Verdict verdict={said.verdict} level={[said.level, said.lemma].filter(Boolean).join(" · ")} />
      <Ladder answer={said} />
      <p class="sentence" lang="en">
        {sentence(said.reason)}
      </p>
      {said.clocks?.map((fault) => (
        <p class="hint clocks" lang="en" key={fault}>
          {fault}
        </p>
      ))}
      {said.game && <Game game={said.game} position={fen.value} key={said.game.join(" ")} />}
      <Repairs answer={said} />
      <Evidence answer={said} />
    </>
  );
}

function FiveRules({ said }: { said: RulesAnswer }) {
  return (
    <>
      <Verdict verdict={said.verdict} level={said.rules.length ? t().reach.broken(said.rules.join(", ")) : ""} />
      <p class="sentence" lang="en">
        {sentence(said.reason)}
      </p>
    </>
  );
}

function Result({ said }: { said: ReachAnswer }) {
  return (
    <div class="result">
      {"rules" in said ? <FiveRules said={said} /> : <Legality said={said} />}
      {said.certificate && <ProofButtons certificate={said.certificate} name={`reach-${said.verdict}`} />}
    </div>
  );
}

export function ReachPanel() {
  if (rules.value !== "standard") return <ChessOnly words={t().common.chessOnly.reach} />;
  const [bishop, castles, three] = t().reach.examples;
  return (
    <Asked
      form={<Form />}
      of={reach}
      text={fen.value}
      result={(said) => <Result said={said} />}
      examples={
        <Examples
          intro={t().reach.intro}
          of={[
            { name: bishop!, hash: "#fen=4k3/8/8/8/8/8/PPPPPPPP/B3K3_w_-_-_0_1&ask=reach&repair" },
            { name: castles!, hash: "#fen=4k2r/8/8/8/8/8/8/4K3_w_k_-_0_1&ask=reach&repair" },
            { name: three!, hash: "#fen=4k3/8/8/8/8/8/8/4K2R_w_-_-_0_1&ask=reach" },
          ]}
        />
      }
    />
  );
}
