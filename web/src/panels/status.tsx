// The status of the position on the board, and why; asked after each edit.
import { useMemo } from "preact/hooks";
import { ProofButtons, sentence, Verdict } from "../parts/parts";
import { longMove } from "../position/board";
import { parseFen } from "../position/fen";
import { gameOf } from "../position/games";
import { isOver, notYet, status } from "../state/answers";
import { shownMoves } from "../state/letters";
import { none, pointed, refutedMoves } from "../state/marks";
import { type Certificate, isUnreachable } from "../backend/backend";
import { t } from "../words/words";

function point(move: string, by: string): void {
  const marks = none();
  const to = move.slice(2, 4);
  marks.arrows.push({ from: move.slice(0, 2), to, kind: "move" });
  if (by !== to) marks.arrows.push({ from: by, to, kind: "refuter" });
  marks.squares.set(to, { kind: "refuted", words: t().board.marks.refuted(by) });
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
        {t().status.refuted(moves.length)}
      </summary>
      <ul class="chips" aria-label={t().status.list}>
        {moves.map(([move, by]) => {
          const words = shownMoves(longMove(setup.men, gameOf(setup.rules), move));
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
                {words} <span class="offscreen">{t().status.from}</span> <span class="by">{by}</span>
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
        {t().page.status}
      </h2>
      {said ? (
        <>
          <Verdict verdict={said.verdict} />
          <p class="sentence" lang="en">
            {said.reason}
          </p>
          {said.certificate && <Refuted certificate={said.certificate} />}
          {said.certificate && <ProofButtons certificate={said.certificate} name={`status-${said.verdict}`} />}
        </>
      ) : problem.value ? (
        <>
          <Verdict verdict={notYet(problem.value)} />
          <p class="sentence" lang={problem.value.detail && !isUnreachable(problem.value) ? "en" : undefined}>
            {sentence(problem.value.detail ?? problem.value.title)}
          </p>
        </>
      ) : (
        <p class="sentence hint">{isOver.value ? t().status.over : t().status.asking}</p>
      )}
    </section>
  );
}
