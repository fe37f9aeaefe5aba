// The state of the page as signals. Every edit goes through `edit` or `change`, so that it can be undone.
import { batch, computed, effect, signal } from "@preact/signals";
import { parseFen, type Setup, withoutLostRights, writeFen } from "../position/fen";
import { gameOf, type Rules } from "../position/games";
import { newGame, nodeAt, nodesAlong, type Path } from "./game";
import { canRedo, canUndo, type Doc, isOurs, keep, recall, remember, travel, travelled, travelling } from "./history";
import { t } from "../words/words";
import { type Asked, DEAD_FORM, type DeadForm, fromHash, REACH_FORM, type ReachForm, RETRO_FORM, type RetroForm, type Shared, toHash, WIN_FORM, type WinForm } from "./share";

export const initial = (rules: Rules): Setup => parseFen(gameOf(rules).start, rules)!;
const begun = (setup: Setup): Doc => ({ setup, game: newGame(writeFen(setup), setup.rules), path: [] });

/** The position, and the game that it stands in. */
export const doc = signal<Doc>(begun(initial("standard")));
export const setup = computed(() => doc.value.setup);
export const game = computed(() => doc.value.game);
export const path = computed(() => doc.value.path);
export const flipped = signal(false);
/** What a man that is moved means: a legal move, or a change of the position. */
export const playing = signal(false);

export const fen = computed(() => writeFen(setup.value));
export const rules = computed(() => setup.value.rules);

export type Tab = "analyse" | "reach" | "retro" | "dead" | "win" | "cases" | "proofs";
export const tab = signal<Tab>("reach");
export const asked = signal<Asked>(null);
export const winForm = signal<WinForm>(WIN_FORM);
export const reachForm = signal<ReachForm>(REACH_FORM);
export const retroForm = signal<RetroForm>(RETRO_FORM);
export const deadForm = signal<DeadForm>(DEAD_FORM);

/** The sentence that screen readers say next. */
export const announcement = signal("");
export const announce = (sentence: string): void => {
  announcement.value = sentence;
};

/** What the page did unasked, for the person to know: shown until the next edit. */
export const notice = signal("");

/** Puts something else on the board; Back undoes it. */
export function change(next: Doc, said = ""): void {
  batch(() => {
    const moved = writeFen(next.setup) !== fen.value || next.setup.rules !== rules.value;
    remember(doc.value, next);
    doc.value = next;
    notice.value = said;
    if (moved) asked.value = null;
  });
}

/** What came later of what is at this place already: nothing to undo. */
export function settle(now: Doc): void {
  doc.value = now;
  keep(now);
}

/** Another place in the same game: nothing to undo. */
export function goTo(to: Path): void {
  const { game } = doc.value;
  const setup = parseFen(nodeAt(game, to).fen, game.rules);
  if (!setup) return;
  batch(() => {
    doc.value = { setup, game, path: to };
    asked.value = null;
    keep(doc.value);
  });
}

/** Changes the position by hand: rights to castle that no longer fit are dropped. */
export function edit(by: Partial<Setup>): void {
  const before = setup.value;
  let next = { ...before, ...by };
  let said = "";
  if (by.men !== undefined && by.castling === undefined) [next, said] = withoutLostRights(next, before);
  if (writeFen(next) === fen.value && next.rules === rules.value) return;
  change(begun(next), said);
  if (said) announce(said);
}

function arrived(found: Doc | null, words: string): void {
  if (!found) return;
  batch(() => {
    doc.value = found;
    asked.value = null;
    notice.value = "";
  });
  announce(words);
}

export const undoable = canUndo;
export const redoable = canRedo;
export const undo = (): void => arrived(travel(-1), t().board.undone);
export const redo = (): void => arrived(travel(1), t().board.redone);

/** The last position on each size of board, to come back to. */
const lastOf = new Map<string, Setup>();

export function chooseRules(next: Rules): void {
  const size = (rules: Rules): string => `${gameOf(rules).width}×${gameOf(rules).height}`;
  const now = setup.value;
  lastOf.set(size(now.rules), now);
  // By way of its FEN in the other game, which drops castling rights that this game has not.
  const men = lastOf.get(size(next));
  // Men that the game has not would only be in the way.
  const fits = men && [...men.men.toLowerCase()].every((letter) => letter === "." || gameOf(next).roles.includes(letter));
  edit(fits ? parseFen(writeFen(men), next)! : initial(next));
}

/** Opens a position that the server or a link gave. */
export function open(position: string, of: Rules): boolean {
  const next = parseFen(position, of);
  if (next) edit(next);
  return next !== null;
}

/** Moves of a link that are still to be played. */
export const linked = signal<readonly string[]>([]);

function take({ setup, moves, win, reach, retro, dead, asked: question }: Shared): void {
  batch(() => {
    edit(setup);
    linked.value = moves;
    winForm.value = win;
    reachForm.value = reach;
    retroForm.value = retro;
    deadForm.value = dead;
    asked.value = question;
    if (question) tab.value = question;
  });
}

/** Takes what a link says; what it says that makes no sense is told. */
export function restore(hash: string): boolean {
  const shared = fromHash(hash);
  if (!shared.found) {
    notice.value = shared.doubt;
    return false;
  }
  take(shared.found);
  notice.value = shared.doubt;
  return true;
}

export const link = computed(() => {
  const { game, path } = doc.value;
  const played = nodesAlong(game, path).slice(1).map(({ move }) => move);
  const moves = played.length ? played : linked.value;
  const start = (played.length && parseFen(game.root.fen, game.rules)) || setup.value;
  return toHash({ setup: start, moves, asked: asked.value, win: winForm.value, reach: reachForm.value, retro: retroForm.value, dead: deadForm.value });
});

/** Keeps the address of the page up to date, so that it can be copied as a link, and follows Back and Forward. */
export function followAddress(askAgain: () => Promise<void>): void {
  const arrive = (): void => {
    if (restore(location.hash)) void askAgain();
  };
  arrive();
  recall(doc.value);
  effect(() => {
    const wanted = link.value;
    if (travelling.value || location.hash === wanted) return;
    try {
      history.replaceState(history.state, "", wanted);
    } catch {
      // Some browsers refuse this to pages that do it often; the next edit brings the address up to date.
    }
  });
  addEventListener("popstate", () => {
    const found = travelled();
    if (found) arrived(found.doc, found.back ? t().board.undone : t().board.redone);
  });
  // A link that was followed or typed, or a place that an earlier visit left.
  addEventListener("hashchange", () => {
    if (isOurs()) return;
    arrive();
    keep(doc.value);
  });
}
