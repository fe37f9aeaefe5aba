// The strategy as an outline: each reply with what answers it. A WAI-ARIA tree, opened branch by branch.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { MiniBoard } from "../board/mini";
import { backend } from "../backend/choose";
import { problemOf } from "../backend/backend";
import type { Rules } from "../position/games";
import { shownMoves } from "../state/letters";
import { beginWalk } from "../state/walk";
import { t } from "../words/words";
import type { Aim } from "../api/openapi";
import { type Branch, branches, type Plan, root } from "./outline";
import type { NodeList } from "./strategy";

interface Item {
  branch: Branch;
  depth: number;
  open: boolean;
  children: Item[] | null;
}

const id = (branch: Branch): string => branch.moves.join(" ");

/** What is shown, from the top down, and the parent of each. */
function unfold(top: Item): [Item[], Map<Item, Item>] {
  const visible: Item[] = [];
  const parents = new Map<Item, Item>();
  (function list(item: Item): void {
    visible.push(item);
    if (item.open) {
      for (const child of item.children ?? []) {
        parents.set(child, item);
        list(child);
      }
    }
  })(top);
  return [visible, parents];
}

export function Outline({ position, rules, aim, strategy }: { position: string; rules: Rules; aim: Aim; strategy: NodeList }) {
  const plan: Plan = { backend, rules, aim, strategy };
  const top = useSignal<Item | null>(null);
  const current = useSignal("");
  const problem = useSignal("");
  const tree = useRef<HTMLUListElement>(null);
  const redraw = (): void => {
    if (top.value) top.value = { ...top.value };
  };

  useEffect(() => {
    let stale = false;
    top.value = null;
    root(plan, position)
      .then(async (branch) => {
        if (!branch || stale) return;
        const item: Item = { branch, depth: 1, open: false, children: null };
        top.value = item;
        current.value = id(branch);
        await toggle(item, true);
      })
      .catch((thrown: unknown) => (problem.value = problemOf(thrown).title));
    return () => {
      stale = true;
    };
  }, [position, strategy]);

  async function toggle(item: Item, open: boolean): Promise<void> {
    if (open && !item.children) {
      const found = await branches(plan, item.branch);
      item.children = found.map((branch) => ({ branch, depth: item.depth + 1, open: false, children: null }));
    }
    item.open = open;
    redraw();
  }

  function show(item: Item): void {
    current.value = id(item.branch);
    const { positions, san, moves } = item.branch;
    beginWalk({ title: t().win.treeTitle, rules, positions, san, moves }, positions.length - 1);
  }

  if (problem.value) return <p class="hint">{problem.value}</p>;
  if (!top.value) return <p class="hint">{t().win.opening}</p>;

  const [visible, parents] = unfold(top.value);
  const currentOf = (items: Item[]): Item => items.find((item) => id(item.branch) === current.value) ?? items[0]!;

  function focus(item: Item | undefined): void {
    if (!item) return;
    show(item);
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  }

  function key(event: KeyboardEvent): void {
    // Keys may come faster than the page is drawn: read where the tree is now.
    if (!top.value) return;
    const [visible, parents] = unfold(top.value);
    const item = currentOf(visible);
    const index = visible.indexOf(item);
    const leaf = item.branch.left === 0;
    if (event.key === "ArrowDown") focus(visible[index + 1]);
    else if (event.key === "ArrowUp") focus(visible[index - 1]);
    else if (event.key === "Home") focus(visible[0]);
    else if (event.key === "End") focus(visible.at(-1));
    else if (event.key === "ArrowRight") {
      if (item.open) focus(item.children?.[0]);
      else if (!leaf) void toggle(item, true);
    } else if (event.key === "ArrowLeft") {
      if (item.open) void toggle(item, false);
      else focus(parents.get(item));
    } else if (event.key === "Enter" || event.key === " ") {
      show(item);
      if (!leaf) void toggle(item, !item.open);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const defender = t().sides[top.value.branch.positions[0]!.split(" ")[1] === "b" ? "w" : "b"];
  const draw = (item: Item) => {
    const { branch, depth } = item;
    const leaf = branch.left === 0;
    // The attacker has so many moves more; none where the defender has to make the last.
    const more = Math.floor(branch.left / 2);
    const number = Math.ceil(branch.moves.length / 2);
    const siblings = parents.get(item)?.children ?? [item];
    // One flat list with levels, not nested lists: so screen readers name each item by its own text alone.
    return (
      <li
        key={id(branch)}
        role="treeitem"
        aria-level={depth}
        aria-posinset={siblings.indexOf(item) + 1}
        aria-setsize={siblings.length}
        aria-expanded={leaf ? undefined : item.open}
        aria-selected={current.value === id(branch)}
        tabIndex={current.value === id(branch) ? 0 : -1}
        style={{ paddingInlineStart: `${(depth - 1) * 18}px` }}
        onClick={() => {
          show(item);
          if (!leaf) void toggle(item, !item.open);
        }}
      >
        <span class="branch">
          <span class={leaf ? "twist" : item.open ? "twist open" : "twist closed"} />
          {branch.reply && (
            <span class="reply">
              {branch.answer ? number - 1 : number}… {shownMoves(branch.reply)}
              {branch.answer && <span class="offscreen">{t().win.answeredBy}</span>}
            </span>
          )}
          {branch.answer && (
            <span class="answer">
              {number}. {shownMoves(branch.answer)}
            </span>
          )}
          {!leaf && <span class="left"> {more > 0 ? t().win.left(more) : t().win.mustMate(defender)}</span>}
        </span>
      </li>
    );
  };
  const seen = currentOf(visible);
  return (
    <>
      <div class="tree-board">
        <MiniBoard position={seen.branch.positions.at(-1)!} rules={rules} />
      </div>
      <ul role="tree" aria-label={aim === "mate" ? t().win.tree : t().win.strategy} class="tree" ref={tree} onKeyDown={key}>
        {visible.map(draw)}
      </ul>
    </>
  );
}
