// What does the position tell of its past?
import { useSignal } from "@preact/signals";
import type { Certificate, LastMove, RetroAnswer, RetroSide } from "../backend/backend";
import { Ask, Asked, Check, ChessOnly, Examples, ProofButtons, Quiet, sentence, TimeField, Verdict } from "../parts/parts";
import { partialFen } from "../position/fen";
import { askRetro, retro } from "../state/answers";
import { pointMove } from "../state/marks";
import { showBoard, toEditor } from "../state/stage";
import { announce, open, retroForm, rules, setup } from "../state/store";
import { t, verdictName } from "../words/words";
import { Game } from "./reach";

function Form() {
  const form = retroForm.value;
  const set = (change: Partial<typeof form>): void => {
    retroForm.value = { ...form, ...change };
  };
  return (
    <Ask ask={askRetro}>
      <fieldset class="line options">
        <legend class="hint">{t().retro.unknown}</legend>
        <Check checked={form.anyTurn} onChange={(anyTurn) => set({ anyTurn })}>
          {t().retro.turn}
        </Check>
        <Check checked={form.anyCastling} onChange={(anyCastling) => set({ anyCastling })}>
          {t().retro.castling}
        </Check>
        <Check checked={form.anyEnPassant} onChange={(anyEnPassant) => set({ anyEnPassant })}>
          {t().retro.enPassant}
        </Check>
      </fieldset>
      <div class="line">
        <TimeField usual={["5s", "30s", "120s"]} value={form.time} onChange={(time) => set({ time })} />
        <button type="submit" class="primary" disabled={retro.busy.value}>
          {t().retro.ask}
        </button>
      </div>
    </Ask>
  );
}

/** A game or a refutation, to play and to check. */
function Proof({ certificate, name }: { certificate: Certificate; name: string }) {
  const game = certificate.evidence["game"] as string[] | undefined;
  return (
    <div>
      {game && <Game game={game} position={certificate.position} key={game.join(" ")} />}
      <ProofButtons certificate={certificate} name={name} />
    </div>
  );
}

/** Something that can have been or not. */
interface Found {
  words: string;
  verdict: RetroSide["verdict"];
  certificate?: Certificate | null;
  last?: LastMove;
}

function openBefore({ before, move }: LastMove): void {
  toEditor();
  if (open(before, "standard")) announce(t().common.opened(t().retro.beforeMove(move)));
  showBoard();
}

/** All of one kind by their verdict; the proof of the one that is chosen. */
function Findings({ title, found }: { title: string; found: Found[] }) {
  const chosen = useSignal<Found | null>(null);
  const one = chosen.value;
  if (!found.length) return null;
  return (
    <div>
      {(["possible", "undecided", "impossible"] as const).map((verdict) => {
        const those = found.filter((each) => each.verdict === verdict);
        if (!those.length) return null;
        return (
          <details open={verdict !== "impossible"} key={verdict}>
            <summary>
              {t().retro.found(title, those.length, verdictName(verdict))}
            </summary>
            <ul class="chips" aria-label={t().retro.list(title, verdictName(verdict))}>
              {those.map((each) => {
                const point = (): void => pointMove(each.last ? each.last.from + each.last.to : null);
                const unpoint = (): void => pointMove(null);
                return (
                  <li key={each.words}>
                    <button
                      type="button"
                      class="chip"
                      aria-pressed={each.words === one?.words}
                      onMouseEnter={point}
                      onMouseLeave={unpoint}
                      onFocus={point}
                      onBlur={unpoint}
                      onClick={() => (chosen.value = each)}
                    >
                      {each.words}
                    </button>
                  </li>
                );
              })}
            </ul>
          </details>
        );
      })}
      {one && (
        <div class="chosen">
          <div class="line">
            <h3>{one.words}</h3>
            {one.last && (
              <Quiet onClick={() => openBefore(one.last!)}>
                {t().retro.before}
              </Quiet>
            )}
          </div>
          {one.certificate ? <Proof certificate={one.certificate} name={`retro-${one.verdict}`} key={one.words} /> : <p class="hint">{t().retro.nothing}</p>}
        </div>
      )}
    </div>
  );
}

function Side({ side }: { side: RetroSide }) {
  const { turn, verdict, certificate } = side;
  const steps = side.en_passant.map((step) => ({ ...step, words: step.forced ? t().retro.must(step.move) : step.move }));
  return (
    <section class="past" aria-label={t().retro.toMove[turn]}>
      <Verdict verdict={verdict} level={t().retro.toMove[turn]} />
      {certificate && <Proof certificate={certificate} name={`retro-${turn}-${verdict}`} />}
      <Findings title={t().retro.lastMove} found={side.last_moves.map((last) => ({ ...last, words: last.move, last }))} />
      <Findings title={t().retro.rights} found={side.castling.map((set) => ({ ...set, words: set.rights }))} />
      <Findings title={t().retro.doubleStep} found={steps} />
    </section>
  );
}

function Result({ said }: { said: RetroAnswer }) {
  return (
    <div class="result">
      <p class="sentence" lang="en">
        {sentence(said.reason)}
      </p>
      {said.sides.map((side) => (
        <Side side={side} key={side.turn} />
      ))}
    </div>
  );
}

export function RetroPanel() {
  if (rules.value !== "standard") return <ChessOnly words={t().common.chessOnly.retro} />;
  const [step, turn, castles] = t().retro.examples;
  return (
    <Asked
      form={<Form />}
      of={retro}
      text={partialFen(setup.value, retroForm.value)}
      result={(said) => <Result said={said} />}
      examples={
        <Examples
          intro={t().retro.intro}
          of={[
            { name: step!, hash: "#fen=6Bk/6pp/2N1N3/2KpP3/8/8/8/8_w_-_-_0_1&ask=retro&anyEnPassant" },
            { name: turn!, hash: "#fen=8/8/8/8/8/8/5k1p/7K_w_-_-_0_1&ask=retro&anyTurn" },
            { name: castles!, hash: "#fen=r3k2r/8/8/8/8/8/8/4K3_w_-_-_0_1&ask=retro&anyCastling" },
          ]}
        />
      }
    />
  );
}
