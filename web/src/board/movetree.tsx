// The moves of a game with its variations and comments; the place on the board is marked.
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Game, Node, Path } from "../state/game";
import { shownMoves } from "../state/letters";
import { t } from "../words/words";

interface TreeProps {
  game: Game;
  at: Path;
  onPick: (path: Path) => void;
}

const same = (a: Path, b: Path): boolean => a.length === b.length && a.every((index, n) => index === b[n]);

function Move({ node, ply, first, current, onPick }: { node: Node; ply: number; first: boolean; current: boolean; onPick: () => void }) {
  const number = ply % 2 === 0 ? `${ply / 2}.` : first ? `${(ply - 1) / 2}…` : "";
  return (
    <span class="one">
      {number && <span class="number">{number} </span>}
      <button type="button" class="move" aria-current={current ? "step" : undefined} onClick={onPick}>
        {shownMoves(node.san)}
        {node.nags?.filter((nag) => !nag.startsWith("$")).join("")}
      </button>
      {node.comment && <span class="comment"> {node.comment}</span>}{" "}
    </span>
  );
}

/** `ply` counts half moves from the first of move 0, so that move 1 of White is ply 2. */
function line(from: Node, path: Path, ply: number, { at, onPick }: Omit<TreeProps, "game">): VNode[] {
  const out: VNode[] = [];
  let [node, here, fresh] = [from, path, true];
  const move = (of: Node, to: Path, ply: number, first: boolean): VNode => (
    <Move key={to.join(".")} node={of} ply={ply} first={first} current={same(to, at)} onPick={() => onPick(to)} />
  );
  for (let now = ply; ; now++) {
    const [next, ...others] = node.children;
    if (!next) return out;
    const to = [...here, 0];
    out.push(move(next, to, now, fresh));
    others.forEach((other, n) => {
      const path = [...here, n + 1];
      out.push(
        <span class="variation" key={`v${path.join(".")}`}>
          ({move(other, path, now, true)}
          {line(other, path, now + 1, { at, onPick })}){" "}
        </span>,
      );
    });
    fresh = Boolean(next.comment) || others.length > 0;
    [node, here] = [next, to];
  }
}

export function MoveTree({ game, at, onPick }: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = box.current?.querySelector<HTMLElement>("[aria-current]");
    if (!current || !box.current) return;
    // Only the list scrolls, never the page.
    const { top, bottom } = current.getBoundingClientRect();
    const frame = box.current.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) box.current.scrollTop += top - frame.top - frame.height / 3;
  }, [at]);
  const [, turn, , , , number = "1"] = game.root.fen.split(" ");
  const ply = 2 * (Number(number) || 1) + (turn === "b" ? 1 : 0);
  return (
    <div class="movebox moves tree" ref={box} role="group" aria-label={t().moves.list}>
      {game.root.comment && <span class="comment">{game.root.comment} </span>}
      {line(game.root, [], ply, { at, onPick })}
    </div>
  );
}
