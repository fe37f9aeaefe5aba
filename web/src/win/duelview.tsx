// The board while a person plays against the proof.
import { Quiet } from "../parts/parts";
import { useSignal } from "@preact/signals";
import { Playable } from "../board/playable";
import { MoveList } from "../board/player";
import { squareIndex, squareName } from "../position/board";
import { parseFen } from "../position/fen";
import { gameOf } from "../position/games";
import { shownMoves } from "../state/letters";
import { marks } from "../state/marks";
import { showBoard, toEditor } from "../state/stage";
import { t } from "../words/words";
import { defenderOf, type Duel, duel, humanToMove, playMove, takeBack } from "./duel";

const NONE: readonly never[] = [];

export function DuelView({ now }: { now: Duel }) {
  const listed = useSignal(now.human === "defender");
  const size = gameOf(now.rules);
  const shown = parseFen(now.positions.at(-1)!, now.rules);
  const mine = humanToMove(now);
  if (!shown) return null;
  const square = (name: string): number => squareIndex(name, size)!;
  const human = t().sides[now.human === "attacker" ? now.attacker : now.attacker === "w" ? "b" : "w"];
  return (
    <div class="duel">
      <Playable men={shown.men} turn={shown.turn} at={now.positions.length} size={size} label={`${t().duel.board(human)} ${now.message}`} marks={marks.value} moves={mine ? now.legal : NONE} onMove={(move) => void playMove(move)} />
      <div class="transport">
        <p class="title">
          <strong>{now.human === "attacker" ? t().duel.attack(human) : t().duel.defend(human)}</strong>
          <span>{now.thinking ? t().duel.thinking : ""}</span>
        </p>
        {now.aim !== "mate" && <p class="hint task">{t().duel.task[now.aim](t().sides[now.attacker], defenderOf(now))}</p>}
        <p class="says" data-over={now.over}>
          {now.message || "…"}
        </p>
        {mine && (
          <details class="replies" open={listed.value} onToggle={(e) => (listed.value = e.currentTarget.open)}>
            <summary>
              {now.mustMate ? t().duel.mates(now.legal.length) : t().duel.legal(now.legal.length)}
            </summary>
            <div class="chips">
              {now.legal.map((m) => (
                <button type="button" class="chip" key={m.move} title={t().duel.to(m.move.slice(0, 2), squareName(square(m.move.slice(2, 4)), size))} onClick={() => void playMove(m)}>
                  {shownMoves(m.san)}
                </button>
              ))}
            </div>
          </details>
        )}
        {now.san.length > 0 && (
          <div class="movebox">
            <MoveList san={now.san} blackFirst={now.attacker === "b"} />
          </div>
        )}
        <div class="buttons">
          <Quiet onClick={() => {
              toEditor();
              showBoard();
            }}>
            {t().common.toEditor}
          </Quiet>
          <Quiet disabled={now.thinking || now.moves.length < (now.human === "attacker" ? 1 : 2)} onClick={() => void takeBack()}>
            {t().duel.takeBack}
          </Quiet>
        </div>
      </div>
    </div>
  );
}

export function Duelling() {
  return duel.value ? <DuelView now={duel.value} /> : null;
}
