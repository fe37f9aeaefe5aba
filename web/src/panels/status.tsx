// The status of the position on the board, and why; asked after each edit.
import { useMemo } from "preact/hooks";
import { ProofButtons, sentence, Verdict } from "../parts/parts";
import { longMove } from "../position/board";
import { parseFen } from "../position/fen";
import { gameOf } from "../position/games";
import { isOver, notYet, status } from "../state/answers";
import { none, pointed, refutedMoves } from "../state/marks";
import type { Certificate } from "../backend/backend";

function point(move: string, by: string): void {
  const marks = none();
  const to = move.slice(2, 4);
  marks.arrows.push({ from: move.slice(0, 2), to, kind: "move" });
  if (by !== to) marks.arrows.push({ from: by, to, kind: "refuter" });
  marks.squares.set(to, { kind: "refuted", words: `refuted from ${by}` });
  pointed.value = marks;
}

const unpoint = (): void => {
  pointed.value = null;
};

/** Of a mate or stalemate: each pseudo-legal move, and the square of the piece that refutes it. */
function Refuted({ certificate }: { certificate: Certificate }) {
  const setup = useMemo(() => parseFen(certificate.position, certificate.rules), [certificate]);
  const moves = refutedMoves(certificate);
  if (!setup || !moves.length) return null;
  return (
    <details class="refuted" open={moves.length <= 12}>
      <summary>
        {moves.length} {moves.length === 1 ? "move" : "moves"}, each refuted
      </summary>
      <ul class="chips" aria-label="Refuted moves">
        {moves.map(([move, by]) => {
          const words = longMove(setup.men, gameOf(setup.rules), move);
          return (
            <li key={move}>
              <button
                type="button"
                class="chip"
                onMouseEnter={() => point(move, by)}
                onMouseLeave={unpoint}
                onFocus={() => point(move, by)}
                onBlur={unpoint}
                onClick={() => point(move, by)}
              >
                {words} <span class="offscreen">refuted from</span> <span class="by">{by}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

export function StatusPanel() {
  const { answer, problem, busy } = status;
  const said = answer.value;
  return (
    <section class="card status" aria-labelledby="status-title" aria-busy={busy.value}>
      <h2 id="status-title" class="offscreen">
        Status
      </h2>
      {said ? (
        <>
          <Verdict verdict={said.verdict} />
          <p class="sentence">{said.reason}</p>
          {said.certificate && <Refuted certificate={said.certificate} />}
          {said.certificate && <ProofButtons certificate={said.certificate} name={`status-${said.verdict}`} />}
        </>
      ) : problem.value ? (
        <>
          <Verdict verdict={notYet(problem.value)} />
          <p class="sentence">{sentence(problem.value.detail ?? problem.value.title)}</p>
        </>
      ) : (
        <p class="sentence hint">{isOver.value ? "The game is over." : "Asking…"}</p>
      )}
    </section>
  );
}
