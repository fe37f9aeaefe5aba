// The board while moves are made: the game with its variations beneath it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ProblemNote, Quiet } from "../parts/parts";
import { gameOf } from "../position/games";
import { draw } from "../state/draw";
import { back, branch, forward, nodeAt, type Path, promoted, toEnd, withNode, without } from "../state/game";
import { isOver } from "../state/answers";
import { marks } from "../state/marks";
import { shownMoves } from "../state/letters";
import { legal, movesProblem, play, playText } from "../state/moves";
import { announce, change, doc, goTo, setup } from "../state/store";
import { MoveTree } from "./movetree";
import { Playable } from "./playable";
import { Icon } from "./player";
import { t } from "../words/words";

const NONE: readonly never[] = [];

/** Typing a move: Enter plays it. */
function TypeMove() {
  const text = useSignal("");
  const why = useSignal("");
  return (
    <form
      class="type-move"
      onSubmit={async (e) => {
        e.preventDefault();
        const said = text.value.trim() ? await playText(text.value) : "";
        why.value = said;
        if (said) announce(said);
        else text.value = "";
      }}
    >
      <label class="field wide">
        <span>{t().moves.field}</span>
        <input type="text" id="move" class="mono" autocomplete="off" autocapitalize="off" spellcheck={false} placeholder={t().moves.example} value={text.value} aria-invalid={why.value !== ""} aria-describedby={why.value ? "move-problem" : undefined} onInput={(e) => (text.value = e.currentTarget.value)} />
      </label>
      {why.value && <ProblemNote id="move-problem" problem={{ title: why.value }} />}
    </form>
  );
}

function Comment({ path }: { path: Path }) {
  const { game } = doc.value;
  const node = nodeAt(game, path);
  const open = useSignal(false);
  useEffect(() => {
    open.value = false;
  }, [path.join(".")]);
  if (!open.value) {
    return (
      <Quiet onClick={() => (open.value = true)}>
        {node.comment ? t().moves.editComment : t().moves.comment}
      </Quiet>
    );
  }
  return (
    <label class="field wide stack">
      <span>{node.san ? t().moves.commentOn(shownMoves(node.san)) : t().moves.comment}</span>
      <textarea
        rows={2}
        value={node.comment ?? ""}
        ref={(area) => area?.focus()}
        onChange={(e) => {
          const comment = e.currentTarget.value.replace(/\s+/g, " ").trim();
          if (comment !== (node.comment ?? "")) change({ setup: setup.value, path, game: withNode(game, path, { comment }) });
        }}
        onBlur={() => (open.value = false)}
      />
    </label>
  );
}

export function GameView() {
  const { game, path, setup } = doc.value;
  const now = legal.value;
  const moves = now?.moves ?? (movesProblem.value || isOver.value ? NONE : null);
  const end = toEnd(game, path);
  const to = (next: Path): void => {
    if (next.length === path.length && next !== path) return goTo(next);
    goTo(next);
    const { san } = nodeAt(doc.value.game, next);
    announce(shownMoves(san) || t().moves.beforeFirst);
  };
  const keys = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Arrow keys on the board, in trees and fields have a meaning of their own.
    if (target.closest("[role=grid], [role=tree], [role=tablist], input, textarea, select")) return;
    const doc_ = doc.value;
    const next = { ArrowLeft: back(doc_.path), ArrowRight: forward(doc_.game, doc_.path), Home: [], End: toEnd(doc_.game, doc_.path) }[event.key];
    if (!next) return;
    event.preventDefault();
    to(next);
  };
  useEffect(() => {
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  });
  const last = nodeAt(game, path);
  return (
    <div class="player">
      <Playable
        men={setup.men}
        turn={setup.turn}
        at={`${path.join(".")} ${last.fen}`}
        size={gameOf(setup.rules)}
        label={t().board.playing(t().sides[setup.turn], shownMoves(last.san))}
        marks={marks.value}
        moves={moves}
        onMove={play}
        onDraw={draw}
      />
      <div class="transport">
        {movesProblem.value && <ProblemNote problem={movesProblem.value} />}
        <div class="line">
          <button type="button" aria-label={t().moves.toStart} disabled={!path.length} onClick={() => to([])}><Icon d="M19 5L9 12l10 7zM6 5v14" /></button>
          <button type="button" aria-label={t().moves.back} disabled={!path.length} onClick={() => to(back(path))}><Icon d="M16 5L7 12l9 7z" /></button>
          <button type="button" aria-label={t().moves.forward} disabled={end.length === path.length} onClick={() => to(forward(game, path))}><Icon d="M8 5l9 7-9 7z" /></button>
          <button type="button" aria-label={t().moves.toEnd} disabled={end.length === path.length} onClick={() => to(end)}><Icon d="M5 5l10 7-10 7zM18 5v14" /></button>
          <TypeMove />
        </div>
        <MoveTree game={game} at={path} onPick={to} />
        {(path.length > 0 || last.comment) && (
          <div class="buttons">
            <Comment path={path} />
            {branch(path) >= 0 && (
              <Quiet
                onClick={() => {
                  const [next, there] = promoted(game, path);
                  change({ setup, game: next, path: there });
                }}
              >
                {t().moves.promote}
              </Quiet>
            )}
            {path.length > 0 && (
              <Quiet
                onClick={() => {
                  const [next, there] = without(game, path);
                  change({ setup, game: next, path: there });
                  goTo(there);
                }}
              >
                {t().moves.deleteFrom(shownMoves(last.san))}
              </Quiet>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
