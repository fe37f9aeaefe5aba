// Walks through positions on the board: proof games, best lines, branches of the tree.
import { useEffect, useRef } from "preact/hooks";
import { Copy, Quiet } from "../parts/parts";
import { pgn } from "../position/pgn";
import { parseFen } from "../position/fen";
import { gameOf } from "../position/games";
import { shownMoves } from "../state/letters";
import { marks } from "../state/marks";
import { flipped } from "../state/store";
import { showBoard, toEditor } from "../state/stage";
import { editWalk, step, type Walk, walk } from "../state/walk";
import { t } from "../words/words";
import { Board } from "./board";

/** Moves with their numbers; the first may be Black's. */
export function MoveList({ san, blackFirst, at, onPick }: { san: readonly string[]; blackFirst: boolean; at?: number; onPick?: (ply: number) => void }) {
  return (
    <ol class="moves">
      {san.map((move, index) => {
        const ply = index + (blackFirst ? 1 : 0);
        const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : index === 0 ? `${(ply + 1) / 2}…` : "";
        return (
          <li key={index}>
            {number && <span class="number">{number}</span>}
            {onPick ? (
              <button type="button" class="move" aria-current={at === index + 1 ? "step" : undefined} onClick={() => onPick(index + 1)}>
                {shownMoves(move)}
              </button>
            ) : (
              <span class="move">{shownMoves(move)}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

export function Icon({ d }: { d: string }) {
  return (
    <svg class="icon solid" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

export function Player({ now }: { now: Walk }) {
  const forward = useRef<HTMLButtonElement>(null);
  const shown = parseFen(now.positions[now.at]!, now.rules);
  const last = now.positions.length - 1;
  useEffect(() => {
    // While somebody walks the tree of the strategy, the focus stays there.
    if (!document.activeElement?.closest("[role=tree]")) forward.current?.focus({ preventScroll: true });
  }, [now.title]);
  const keys = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    // Arrow keys on the board, the tree and the slider have a meaning of their own.
    if (target.closest("[role=grid], [role=tree], [role=tablist], input, textarea, select")) return;
    // Keys may come faster than the page is drawn: read where the walk is now.
    const at = walk.value?.at ?? 0;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    step(to);
  };
  useEffect(() => {
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  });
  if (!shown) return null;
  return (
    <div class="player">
      <Board
        men={shown.men}
        size={gameOf(now.rules)}
        flipped={flipped.value}
        label={t().moves.line(now.title, now.at, last)}
        marks={marks.value}
      />
      <div class="transport">
        <p class="title">
          <strong>{now.title}</strong>
          <span>{t().moves.progress(now.at, last)}</span>
        </p>
        <div class="line">
          <button type="button" aria-label={t().moves.toStart} disabled={now.at === 0} onClick={() => step(0)}><Icon d="M19 5L9 12l10 7zM6 5v14" /></button>
          <button type="button" aria-label={t().moves.back} disabled={now.at === 0} onClick={() => step(walk.value!.at - 1)}><Icon d="M16 5L7 12l9 7z" /></button>
          <input type="range" min={0} max={last} value={now.at} aria-label={t().moves.field} aria-valuetext={now.at ? t().moves.after(shownMoves(now.san[now.at - 1]!)) : t().moves.start} onInput={(e) => step(Number(e.currentTarget.value))} />
          <button type="button" aria-label={t().moves.forward} ref={forward} aria-disabled={now.at === last} onClick={() => step(walk.value!.at + 1)}><Icon d="M8 5l9 7-9 7z" /></button>
          <button type="button" aria-label={t().moves.toEnd} disabled={now.at === last} onClick={() => step(last)}><Icon d="M5 5l10 7-10 7zM18 5v14" /></button>
        </div>
        <div class="movebox">
          <MoveList san={now.san} blackFirst={now.positions[0]!.split(" ")[1] === "b"} at={now.at} onPick={step} />
        </div>
        <div class="buttons">
          <Quiet onClick={() => {
              toEditor();
              showBoard();
            }}>
            {t().common.toEditor}
          </Quiet>
          <Quiet onClick={() => {
              editWalk();
              showBoard();
            }}>
            {t().moves.edit}
          </Quiet>
          {now.proofGame && (
            <Copy text={() => pgn(now.san, now.positions.at(-1)!)} what="PGN">
              {t().common.copyPgn}
            </Copy>
          )}
        </div>
      </div>
    </div>
  );
}

export function Walking() {
  return walk.value ? <Player now={walk.value} /> : null;
}
