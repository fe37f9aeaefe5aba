// A game with its variations, as plain data that is never changed in place: every edit gives a new tree, so that it can be undone.
import type { Rules } from "../position/games";

/** What a person drew: an arrow, or a circle where both squares are the same. */
export interface Shape {
  colour: "green" | "red" | "blue" | "yellow";
  from: string;
  to: string;
}

/** A move and what follows it; the first of `children` is the main line. */
export interface Node {
  /** As in UCI, and as people write it. */
  readonly move: string;
  readonly san: string;
  /** The position after it. */
  readonly fen: string;
  readonly comment?: string;
  readonly nags?: readonly string[];
  readonly shapes?: readonly Shape[];
  readonly children: readonly Node[];
}

/** Before the first move: a node without a move. */
export interface Game {
  readonly rules: Rules;
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly root: Node;
  /** A move of the file that cannot be played, and what was to follow it. */
  readonly broken?: Broken;
}

export interface Broken {
  readonly path: Path;
  readonly move: string;
  readonly reason: string;
  readonly near: readonly string[];
  readonly rest: readonly string[];
}

/** Which child to follow, from the root. */
export type Path = readonly number[];

export const newGame = (fen: string, rules: Rules): Game => ({ rules, tags: [], root: { move: "", san: "", fen, children: [] } });

/** The nodes along a path, the root first. */
export function nodesAlong(game: Game, path: Path): Node[] {
  const nodes = [game.root];
  for (const index of path) {
    const next = nodes.at(-1)!.children[index];
    if (!next) break;
    nodes.push(next);
  }
  return nodes;
}

export const nodeAt = (game: Game, path: Path): Node => nodesAlong(game, path).at(-1)!;

/** From a node along first moves to the end. */
export function toEnd(game: Game, path: Path): Path {
  const whole = [...path];
  for (let node = nodeAt(game, path); node.children[0]; node = node.children[0]) whole.push(0);
  return whole;
}

function changed(node: Node, path: Path, change: (node: Node) => Node): Node {
  // From the end, so that a long game does not deepen the stack.
  const nodes = [node];
  for (const index of path) nodes.push(nodes.at(-1)!.children[index]!);
  let next = change(nodes.at(-1)!);
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const parent = nodes[depth]!;
    next = { ...parent, children: parent.children.map((child, index) => (index === path[depth] ? next : child)) };
  }
  return next;
}

export const withNode = (game: Game, path: Path, change: Partial<Node>): Game => ({ ...game, root: changed(game.root, path, (node) => ({ ...node, ...change })) });

/** Plays a move: along what is there already, or as a new variation. */
export function withMove(game: Game, path: Path, move: Pick<Node, "move" | "san" | "fen">): [Game, Path] {
  const { children } = nodeAt(game, path);
  const known = children.findIndex((child) => child.move === move.move);
  if (known >= 0) return [game, [...path, known]];
  return [withNode(game, path, { children: [...children, { ...move, children: [] }] }), [...path, children.length]];
}

/** Without the move at the end of a path and all that follows it. */
export function without(game: Game, path: Path): [Game, Path] {
  const parent = path.slice(0, -1);
  const { children } = nodeAt(game, parent);
  return [withNode(game, parent, { children: children.filter((_, index) => index !== path.at(-1)) }), parent];
}

/** The last place on a path where it leaves the main line: what is promoted. */
export const branch = (path: Path): number => path.findLastIndex((index) => index > 0);

/** Makes the variation that a path is on the main line of where it begins. */
export function promoted(game: Game, path: Path): [Game, Path] {
  const at = branch(path);
  if (at < 0) return [game, path];
  const parent = path.slice(0, at);
  const { children } = nodeAt(game, parent);
  const first = children[path[at]!]!;
  const rest = children.filter((child) => child !== first);
  return [withNode(game, parent, { children: [first, ...rest] }), [...parent, 0, ...path.slice(at + 1)]];
}

/** The path of the node that comes after this one on the line that is shown, or before it. */
export const forward = (game: Game, path: Path): Path => (nodeAt(game, path).children.length ? [...path, 0] : path);
export const back = (path: Path): Path => path.slice(0, -1);

/** How many moves it has, variations included. */
export function countMoves(game: Game): number {
  let count = 0;
  const waiting = [game.root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    count += node.children.length;
    waiting.push(...node.children);
  }
  return count;
}
