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

function Form() {
  const form = reachForm.value;
  const set = (change: Partial<typeof form>): void => {
    reachForm.value = { ...form, ...change };
  };
  return (
    <Ask ask={askReach}>
      <div class="line">
        <Segments
          label="How to judge"
          name="by"
          value={form.by}
          options={[
            ["proof", "Proof"],
            ["rules", "Five rules"],
          ]}
          onChange={(by) => set({ by })}
        />
        <button type="submit" class="primary" disabled={reach.busy.value}>
          Can it arise?
        </button>
      </div>
      {form.by === "proof" && (
        <div class="line options">
          <label class="field">
            <span>Up to level</span>
            <select value={form.level} onChange={(e) => set({ level: e.currentTarget.value as Level })}>
              {LEVELS.map((level) => (
                <option key={level}>{level}</option>
              ))}
            </select>
          </label>
          <TimeField usual={["1s", "10s", "60s"]} value={form.time} onChange={(time) => set({ time })} />
          <Check checked={form.repair} onChange={(repair) => set({ repair })}>
            Suggest repairs
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
    <ol class="ladder" aria-label={`Level reached: ${answer.level}`}>
      {LEVELS.map((level, index) => {
        const failed = answer.verdict === "illegal" && index === reached;
        const passed = answer.verdict === "legal" || (answer.verdict === "undecided" ? index <= reached : index < reached);
        return (
          <li key={level} class={failed ? "failed" : passed ? "passed" : ""}>
            <span>{level}</span>
            <span class="offscreen">{failed ? ": refuted here" : passed ? ": nothing against it" : ": not needed"}</span>
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
            beginWalk({ title: "Proof game", rules: "standard", positions: said.positions, san: said.san, moves: game });
            showBoard();
          }}
        >
          Play the proof game
        </button>
        <Copy text={async () => pgn((await load())?.san ?? [], position)} what="PGN">
          Copy PGN
        </Copy>
        {san.value === null && (
          <Quiet onClick={async () => (san.value = (await load())?.san ?? null)}>
            Show the moves
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
      <summary>{nodes.length} positions, each with its reason</summary>
      <ol class="nodes">
        {nodes.slice(0, 40).map(([position, why]) => (
          <li key={position}>
            <MiniBoard position={position} rules="standard" />
            <span>{why === "retract" ? "every way back is refuted" : `lemma: ${why}`}</span>
            <code>{position}</code>
          </li>
        ))}
      </ol>
      {nodes.length > 40 && <p class="hint">The certificate has the other {nodes.length - 40}.</p>}
    </details>
  );
}

/** So many are offered unless all are asked for. */
const FEW = 5;

function Repairs({ answer }: { answer: LegalityAnswer }) {
  if (!answer.repairs?.length) return null;
  return (
    <>
      <h3>It could arise</h3>
      <ul class="cards" aria-label="Changes after which it could arise">
        {answer.repairs.map(({ what, fen: changed, verdict }) => (
          <li key={changed}>
            <button
              type="button"
              class="board-card"
              onClick={() => {
                toEditor();
                if (open(changed, "standard")) announce(`Opened: ${what}.`);
                showBoard();
              }}
            >
              <MiniBoard position={changed} rules="standard" />
              <span>{what}</span>
              {verdict && <small>{verdict}</small>}
            </button>
          </li>
        ))}
      </ul>
      {answer.repairs.length >= FEW && !all.value && (
        <Quiet disabled={reach.busy.value} onClick={() => void askRepairs()}>
          Look for more
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
      <p class="sentence">{sentence(said.reason)}</p>
      {said.clocks?.map((fault) => (
        <p class="hint clocks" key={fault}>
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
      <Verdict verdict={said.verdict} level={said.rules.length ? `rule ${said.rules.join(", ")}` : ""} />
      <p class="sentence">{sentence(said.reason)}</p>
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
  if (rules.value !== "standard") return <ChessOnly what="Whether a position can arise from the usual start is a question" />;
  return (
    <Asked
      form={<Form />}
      of={reach}
      text={fen.value}
      result={(said) => <Result said={said} />}
      examples={
        <Examples
          intro="Looks for a game from the starting position that leads here, or for a proof that there is none."
          of={[
            { name: "a bishop that never got out", hash: "#fen=4k3/8/8/8/8/8/PPPPPPPP/B3K3_w_-_-_0_1&ask=reach&repair" },
            { name: "Black may castle?", hash: "#fen=4k2r/8/8/8/8/8/8/4K3_w_k_-_0_1&ask=reach&repair" },
            { name: "a game that leaves three men", hash: "#fen=4k3/8/8/8/8/8/8/4K2R_w_-_-_0_1&ask=reach" },
          ]}
        />
      }
    />
  );
}
