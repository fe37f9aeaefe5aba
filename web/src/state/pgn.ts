// Games of a text on the board: the server plays the moves, line by line, and says where one cannot be played.
import { backend } from "../backend/choose";
import { numbered, nagNumber, SEVEN, type Tags, type Written, type WrittenGame, writePgn } from "../position/pgn";
import { gameOf, type Rules } from "../position/games";
import { t } from "../words/words";
import { type Broken, type Game, type Node, nodeAt, nodesAlong, type Path, type Shape, withNode } from "./game";

const COLOURS = { G: "green", R: "red", B: "blue", Y: "yellow" } as const;
const LETTER = { green: "G", red: "R", blue: "B", yellow: "Y" } as const;

/** Takes drawings out of a comment: `[%cal Gg1f3,Re1e8][%csl Yd4]`. Other commands (clocks, evaluations) are left out. */
export function shapesIn(comment: string): { comment: string; shapes: Shape[] } {
  const shapes: Shape[] = [];
  for (const [, list] of comment.matchAll(/\[%c[as]l ([^\]]*)\]/g)) {
    for (const one of list!.split(",")) {
      const [, colour, from, to = from] = /^\s*([GRBY])([a-h][1-8])([a-h][1-8])?\s*$/.exec(one) ?? [];
      if (from) shapes.push({ colour: COLOURS[colour as keyof typeof COLOURS], from, to: to! });
    }
  }
  return { comment: comment.replace(/\[%[^\]]*\]/g, "").replace(/\s+/g, " ").trim(), shapes };
}

function said(comment: string, shapes: readonly Shape[]): string {
  const list = (of: readonly Shape[]): string => of.map(({ colour, from, to }) => LETTER[colour] + from + (from === to ? "" : to)).join(",");
  const circles = shapes.filter(({ from, to }) => from === to);
  const arrows = shapes.filter(({ from, to }) => from !== to);
  const parts = [comment.replaceAll("}", ")"), circles.length ? `[%csl ${list(circles)}]` : "", arrows.length ? `[%cal ${list(arrows)}]` : ""].filter(Boolean);
  return parts.length ? `{ ${parts.join(" ")} }` : "";
}

/** Games of a variant that this page has not. */
export class OtherVariant extends Error {}

function rulesOf(tags: Tags, now: Rules): Rules {
  const variant = tags.find(([name]) => name === "Variant")?.[1].toLowerCase() ?? "";
  if (!variant) return gameOf(now).castling ? now : "standard";
  if (["standard", "chess", "from position", "classical", "normal"].includes(variant)) return "standard";
  const name = variant.replace(/[\s-]/g, "");
  // Castling from other files is part of chess here.
  if (["chess960", "fischerandom", "fischerrandom"].includes(name)) return "standard";
  throw new OtherVariant(t().analyse.variant(variant));
}

const bare = (written: readonly Written[]): string[] => written.map(({ san }) => san);

/** Lines that are asked about at most: a text can have more variations than a server should play. */
const MOST_LINES = 2000;

/** The game of a text, as far as it can be played. */
export async function played(from: WrittenGame, rules: Rules): Promise<Game> {
  const of = rulesOf(from.tags, rules);
  const start = from.tags.find(([name]) => name === "FEN")?.[1];
  const first = shapesIn(from.comment);
  let lines = 0;
  let broken: Broken | undefined;
  /** A line and all variations in it, as the children of the node that it begins at. */
  async function line(position: string | undefined, written: readonly Written[], path: Path, at: number): Promise<{ start: string; children: Node[] }> {
    if (++lines > MOST_LINES) return { start: position ?? "", children: [] };
    const { positions, san, uci, stopped } = await backend.play({ ...(position ? { position } : {}), rules: of, moves: bare(written), partly: true });
    if (stopped && (!broken || path.length === 0)) {
      const rest = bare(written).slice(stopped.index + 1);
      broken = { path: [...path, ...new Array<number>(stopped.index).fill(0).map((_, n) => (n === 0 ? at : 0))], move: stopped.move, reason: stopped.reason, near: stopped.near, rest };
    }
    let children: Node[] = [];
    // From the last move to the first, each with the variations in its place beside it.
    for (let n = san.length - 1; n >= 0; n--) {
      const { comment, nags, variations } = written[n]!;
      const drawn = shapesIn(comment);
      const here = [...path, ...new Array<number>(n).fill(0).map((_, k) => (k === 0 ? at : 0))];
      const node: Node = { move: uci[n]!, san: san[n]!, fen: positions[n + 1]!, children, ...(drawn.comment && { comment: drawn.comment }), ...(drawn.shapes.length && { shapes: drawn.shapes }), ...(nags.length && { nags }) };
      const others: Node[] = [];
      for (const variation of variations) {
        const beside = (n === 0 ? at : 0) + others.length + 1;
        if (variation.length) others.push(...(await line(positions[n]!, variation, here, beside)).children);
      }
      children = [node, ...others];
    }
    return { start: positions[0]!, children };
  }
  const whole = await line(start, from.moves, [], 0);
  const root: Node = { move: "", san: "", fen: whole.start, children: whole.children, ...(first.comment && { comment: first.comment }), ...(first.shapes.length && { shapes: first.shapes }) };
  return { rules: of, tags: from.tags, root, ...(broken && { broken }) };
}

/** Another move in the place of the one that cannot be played, and what follows as far as it goes. */
export async function mended(game: Game, instead: string): Promise<[Game, Path]> {
  const { broken } = game;
  if (!broken) return [game, []];
  const from = nodeAt(game, broken.path);
  const { positions, san, uci, stopped } = await backend.play({ position: from.fen, rules: game.rules, moves: [instead, ...broken.rest], partly: true });
  let children: Node[] = [];
  for (let n = san.length - 1; n >= 0; n--) children = [{ move: uci[n]!, san: san[n]!, fen: positions[n + 1]!, children }];
  const { broken: _, ...whole } = withNode(game, broken.path, { children: [...from.children, ...children] });
  const at = [...broken.path, from.children.length];
  const next = stopped && { path: [...at, ...new Array<number>(stopped.index - 1).fill(0)], move: stopped.move, reason: stopped.reason, near: stopped.near, rest: broken.rest.slice(stopped.index) };
  return [next ? { ...whole, broken: next } : whole, at];
}

/** Moves from a node on, with variations and comments, as PGN has them. */
function movetext(root: Node, blackFirst: boolean, number: number): string {
  const words: string[] = [];
  if (root.comment || root.shapes) words.push(said(root.comment ?? "", root.shapes ?? []));
  // A line is followed to its end; the variations beside a move wait on a stack of their own.
  const write = (from: Node, ply: number): void => {
    let fresh = true;
    let node = from;
    for (let at = ply; ; at++) {
      const [next, ...others] = node.children;
      if (!next) return;
      one(next, at, fresh);
      fresh = Boolean(next.comment || next.shapes || others.length);
      for (const other of others) {
        words.push("(");
        one(other, at, true);
        write(other, at + 1);
        words.push(")");
      }
      node = next;
    }
  };
  const one = (node: Node, ply: number, fresh: boolean): void => {
    const move = Math.floor(ply / 2) + number;
    words.push(ply % 2 === 0 ? `${move}.` : fresh ? `${move}...` : "", node.san, ...(node.nags ?? []).map(nagNumber));
    if (node.comment || node.shapes) words.push(said(node.comment ?? "", node.shapes ?? []));
  };
  write(root, blackFirst ? 1 : 0);
  return words.filter(Boolean).join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

const numberIn = (fen: string): number => Math.max(1, Number(fen.split(" ")[5]) || 1);

export function pgnOf(game: Game): string {
  const { root, rules } = game;
  const tags = game.tags.length ? [...game.tags] : [...SEVEN("Analysis")];
  const has = (name: string): boolean => tags.some(([tag]) => tag === name);
  if (root.fen !== gameOf(rules).start && !has("FEN")) tags.push(["SetUp", "1"], ["FEN", root.fen]);
  if (rules !== "standard" && !has("Variant")) tags.push(["Variant", gameOf(rules).title]);
  return writePgn(tags, movetext(root, root.fen.split(" ")[1] === "b", numberIn(root.fen)));
}

/** The moves to a node as a text: the heading of what is said about it. */
export function lineTo(game: Game, path: Path): string {
  const nodes = nodesAlong(game, path).slice(1);
  return numbered(nodes.map(({ san }) => san), game.root.fen.split(" ")[1] === "b");
}

/** Whether the moves begin at the first position: then they show that what they lead to can arise. */
export const fromStart = (game: Game): boolean => game.root.fen === gameOf(game.rules).start;

