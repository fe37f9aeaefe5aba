// Games that a text brought: a list to choose from, and the one on the board.
import { batch, signal } from "@preact/signals";
import { backend } from "../backend/choose";
import { type Problem, problemOf } from "../backend/backend";
import { parseFen } from "../position/fen";
import { inEnglish, languageOf } from "../position/letters";
import { readPgn, type Written, type WrittenGame } from "../position/pgn";
import { type Game, type Node, nodeAt, type Path } from "./game";
import { shownMoves } from "./letters";
import { mended, OtherVariant, played } from "./pgn";
import { announce, asked, change, doc, linked, notice, playing, rules, settle, tab } from "./store";
import { showBoard, toEditor } from "./stage";
import { t } from "../words/words";

export const games = signal<readonly WrittenGame[]>([]);
export const chosen = signal(0);
export const gamesProblem = signal<Problem | null>(null);
export const loading = signal(false);

/** The name of a game in a list. */
export function titleOf({ tags, moves }: WrittenGame, index: number): string {
  const tag = (name: string): string => tags.find(([one]) => one === name)?.[1] ?? "";
  const players = [tag("White"), tag("Black")].filter((name) => name && name !== "?").join(" – ");
  const where = [tag("Event"), tag("Date").replace(/\.\?\?/g, "")].filter((word) => word && !word.startsWith("?")).join(", ");
  return `${index + 1}. ${players || where || t().analyse.untitled}${players && where ? ` (${where})` : ""}${moves.length ? "" : t().analyse.noMoves}`;
}

/** Puts a game on the board, at a place in it. */
export function show(game: Game, path: Path, said = ""): void {
  const setup = parseFen(nodeAt(game, path).fen, game.rules);
  if (!setup) return;
  batch(() => {
    toEditor();
    change({ setup, game, path });
    playing.value = true;
  });
  if (said) announce(said);
  showBoard();
}

/** Whatever language its letters are of, with English ones. */
function translated(game: WrittenGame): WrittenGame {
  const all: string[] = [];
  const each = (moves: readonly Written[], change: (san: string) => string): Written[] =>
    moves.map((move) => ({ ...move, san: change(move.san), variations: move.variations.map((variation) => each(variation, change)) }));
  each(game.moves, (san) => (all.push(san), san));
  const language = languageOf(all);
  return language === "en" ? game : { ...game, moves: each(game.moves, (san) => inEnglish(san, language)) };
}

let latest = 0;

export async function chooseGame(index: number): Promise<void> {
  const written = games.value[index];
  if (!written) return;
  const mine = ++latest;
  chosen.value = index;
  gamesProblem.value = null;
  loading.value = true;
  try {
    const game = await played(translated(written), rules.value);
    if (mine !== latest) return;
    const { broken } = game;
    show(game, broken ? broken.path : [], broken ? t().moves.cannot(broken.move, broken.reason) : t().analyse.onBoard(titleOf(written, index)));
    const { fault } = written;
    if (fault) gamesProblem.value = { title: t().analyse.shown(fault.message), line: fault.line, column: fault.column };
  } catch (thrown) {
    if (mine === latest) gamesProblem.value = thrown instanceof OtherVariant ? { title: thrown.message } : problemOf(thrown);
  } finally {
    if (mine === latest) loading.value = false;
  }
}

/** Reads a PGN text; false if there is no game in it. */
export async function readGames(text: string): Promise<boolean> {
  const found = readPgn(text);
  if (!found.length) return false;
  games.value = found;
  if (tab.value !== "analyse") tab.value = "analyse";
  await chooseGame(0);
  return true;
}

/** Plays another move in the place of the one that cannot be played. */
export async function mend(instead: string): Promise<void> {
  try {
    const [game, path] = await mended(doc.value.game, instead);
    show(game, path, t().analyse.instead(shownMoves(instead)));
  } catch (thrown) {
    gamesProblem.value = problemOf(thrown);
  }
}

/** Plays the moves of a link, so that its question is asked of where they lead. */
export async function playLinked(): Promise<void> {
  const moves = linked.value;
  if (!moves.length) return;
  const { setup, game } = doc.value;
  try {
    const { uci, san, positions, stopped } = await backend.play({ position: game.root.fen, rules: setup.rules, moves: [...moves], partly: true });
    if (linked.value !== moves) return;
    let children: Node[] = [];
    for (let n = san.length - 1; n >= 0; n--) children = [{ move: uci[n]!, san: san[n]!, fen: positions[n + 1]!, children }];
    const path = san.map(() => 0);
    const next = parseFen(positions.at(-1)!, setup.rules);
    if (!next) return;
    batch(() => {
      const question = asked.value;
      settle({ setup: next, game: { ...game, root: { ...game.root, children } }, path });
      asked.value = question;
      playing.value = true;
      linked.value = [];
      if (stopped) notice.value = t().link.stopped(stopped.move, stopped.reason);
    });
  } catch (thrown) {
    notice.value = problemOf(thrown).title;
    linked.value = [];
  }
}
