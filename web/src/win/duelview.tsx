// The board while a person plays against the proof.
import { Quiet } from "../parts/parts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Board } from "../board/board";
import { Man } from "../board/man";
import { MoveList } from "../board/player";
import { kindOf, sideName, squareIndex, squareName } from "../position/board";
import { parseFen } from "../position/fen";
import { gameOf } from "../position/games";
import { marks } from "../state/marks";
import { showBoard, toEditor } from "../state/stage";
import { flipped } from "../state/store";
import { type Duel, duel, humanToMove, playMove, takeBack } from "./duel";

export function DuelView({ now }: { now: Duel }) {
  const from = useSignal<number | null>(null);
  const listed = useSignal(now.human === "defender");
  const promoting = useSignal<{ from: number; to: number } | null>(null);
  const size = gameOf(now.rules);
  const shown = parseFen(now.positions.at(-1)!, now.rules);
  const mine = humanToMove(now);
  useEffect(() => {
    from.value = null;
    promoting.value = null;
  }, [now.moves.length]);
  if (!shown) return null;

  const square = (name: string): number => squareIndex(name, size)!;
  const movesBetween = (a: number, b: number) =>
    now.legal.filter((m) => square(m.move.slice(0, 2)) === a && square(m.move.slice(2, 4)) === b);
  const sources = new Set(mine ? now.legal.map((m) => square(m.move.slice(0, 2))) : []);
  const targets = new Set(
    from.value === null ? [] : now.legal.filter((m) => square(m.move.slice(0, 2)) === from.value).map((m) => square(m.move.slice(2, 4))),
  );

  function go(a: number, b: number | null): void {
    from.value = null;
    if (b === null || !mine) return;
    const found = movesBetween(a, b);
    if (found.length > 1) promoting.value = { from: a, to: b };
    else if (found[0]) void playMove(found[0]);
  }

  function press(index: number): void {
    if (!mine) return;
    if (from.value !== null && targets.has(index)) go(from.value, index);
    else from.value = sources.has(index) && from.value !== index ? index : null;
  }

  const human = sideName(now.human === "attacker" ? now.attacker : now.attacker === "w" ? "b" : "w");
  return (
    <div class="duel">
      <Board
        men={shown.men}
        size={size}
        flipped={flipped.value}
        label={`You play ${human}. ${now.message}`}
        marks={marks.value}
        selected={from.value}
        targets={targets}
        draggable={(index) => sources.has(index)}
        onPress={press}
        onDrop={go}
        onKey={(_, key) => {
          if (key !== "Escape") return false;
          from.value = null;
          return true;
        }}
      />
      <div class="transport">
        <p class="title">
          <strong>You {now.human === "attacker" ? "attack" : "defend"} as {human}</strong>
          <span>{now.thinking ? "thinking…" : ""}</span>
        </p>
        <p class="says" data-over={now.over}>
          {now.message || "…"}
        </p>
        {promoting.value && (
          <div class="buttons" role="group" aria-label="Promote to">
            {movesBetween(promoting.value.from, promoting.value.to).map((m) => {
              const letter = shown.turn === "w" ? m.move[4]!.toUpperCase() : m.move[4]!;
              return (
                <button type="button" key={m.move} class="tool" aria-label={kindOf(letter)} onClick={() => void playMove(m)}>
                  <Man man={letter} />
                </button>
              );
            })}
          </div>
        )}
        {mine && (
          <details class="replies" open={listed.value} onToggle={(e) => (listed.value = e.currentTarget.open)}>
            <summary>
              {now.legal.length} legal {now.legal.length === 1 ? "move" : "moves"}
            </summary>
            <div class="chips">
              {now.legal.map((m) => (
                <button type="button" class="chip" key={m.move} title={`${m.move.slice(0, 2)} to ${squareName(square(m.move.slice(2, 4)), size)}`} onClick={() => void playMove(m)}>
                  {m.san}
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
            Back to the editor
          </Quiet>
          <Quiet disabled={now.thinking || now.moves.length < (now.human === "attacker" ? 1 : 2)} onClick={() => void takeBack()}>
            Take back
          </Quiet>
        </div>
      </div>
    </div>
  );
}

export function Duelling() {
  return duel.value ? <DuelView now={duel.value} /> : null;
}
