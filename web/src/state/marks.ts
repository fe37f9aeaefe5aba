// What is drawn over the board, gathered from the answers.
import { computed, signal } from "@preact/signals";
import type { Certificate } from "../backend/backend";
import { squareIndex, squareName, squaresIn } from "../position/board";
import { menOf } from "../position/fen";
import { gameOf } from "../position/games";
import { reach, status } from "./answers";
import { nodeAt, type Shape } from "./game";
import { shownAt, stage } from "./stage";
import { doc, playing, setup, tab } from "./store";
import { t } from "../words/words";

export interface Arrow {
  from: string;
  to: string;
  kind: "check" | "refuter" | "move" | Shape["colour"];
}

export interface Marks {
  arrows: Arrow[];
  /** Name of the square → why it is marked, as a class and in words. */
  squares: Map<string, { kind: "royal" | "checker" | "refuted" | "lit" | "last" | "error"; words: string }>;
}

export const none = (): Marks => ({ arrows: [], squares: new Map() });

/** Marks of the item that is pointed at in a list; shown instead of all others. */
export const pointed = signal<Marks | null>(null);

/** Draws a move, as in UCI, while it is pointed at. */
export function pointMove(move: string | null): void {
  const marks = none();
  if (move) marks.arrows.push({ from: move.slice(0, 2), to: move.slice(2, 4), kind: "move" });
  pointed.value = move ? marks : null;
}

/** The square of the royal of the side to move. */
export function royalSquare(certificate: Certificate): string | null {
  const [placement = "", turn] = certificate.position.split(" ");
  const game = gameOf(certificate.rules);
  const index = menOf(placement, game)?.indexOf(turn === "w" ? game.royal.toUpperCase() : game.royal) ?? -1;
  return index < 0 ? null : squareName(index, game);
}

export const refutedMoves = (certificate: Certificate | null | undefined): [string, string][] =>
  (certificate?.evidence["refuted"] as [string, string][] | undefined) ?? [];

const statusMarks = computed((): Marks => {
  const marks = none();
  const wrong = status.problem.value;
  const places = wrong ? [...(wrong.square ? [wrong.square] : []), ...squaresIn(wrong.detail ?? "", gameOf(setup.value.rules))] : [];
  for (const place of places) marks.squares.set(place, { kind: "error", words: t().board.marks.impossible });
  const certificate = status.answer.value?.certificate;
  if (!certificate) return marks;
  const royal = royalSquare(certificate);
  for (const checker of (certificate.evidence["checkers"] as string[] | undefined) ?? []) {
    if (royal) marks.arrows.push({ from: checker, to: royal, kind: "check" });
    if (royal) marks.squares.set(royal, { kind: "royal", words: t().board.marks.attacked });
    marks.squares.set(checker, { kind: "checker", words: t().board.marks.checks });
  }
  for (const [move, by] of refutedMoves(certificate)) {
    const to = move.slice(2, 4);
    if (move.slice(0, 2) !== royal) continue;
    const words = [marks.squares.get(to)?.words, t().board.marks.flight(by)].filter(Boolean).join(", ");
    marks.squares.set(to, { kind: "refuted", words });
  }
  return marks;
});

/** The squares of a broken rule: from the certificate where it names them, else from the sentence. */
const reachSquares = computed((): string[] => {
  const answer = reach.answer.value;
  if (!answer) return [];
  const squares = new Set<string>();
  if (answer.verdict === "broken" && answer.certificate) {
    const broken = new Set(answer.rules ?? []);
    for (const side of ["white", "black"]) {
      const facts = answer.certificate.evidence[side] as {
        kings: string[];
        end_pawns: string[];
        bishops: { light: string[]; dark: string[] };
        hall?: { pawns: string[] };
      };
      if (broken.has(1) && facts.kings.length !== 1) for (const s of facts.kings) squares.add(s);
      if (broken.has(2)) for (const s of facts.end_pawns) squares.add(s);
      const { light, dark } = facts.bishops;
      if (broken.has(4) && light.length + dark.length > 1 && !(light.length && dark.length)) for (const s of [...light, ...dark]) squares.add(s);
      if (broken.has(5)) for (const s of facts.hall?.pawns ?? []) squares.add(s);
    }
    return [...squares];
  }
  return answer.verdict === "illegal" ? squaresIn(answer.reason ?? "", gameOf("standard")) : [];
});

/** A move made on the board, and what the person drew there. */
const gameMarks = computed((): Marks => {
  const { game, path } = doc.value;
  const { move, shapes = [] } = nodeAt(game, path);
  const marks = none();
  for (const square of playing.value && move ? [move.slice(0, 2), move.slice(2, 4)] : []) marks.squares.set(square, { kind: "last", words: t().board.marks.last });
  marks.arrows.push(...shapes.map(({ from, to, colour }) => ({ from, to, kind: colour })));
  return marks;
});

/** Both; where both mark a square, the first says why. */
const together = (first: Marks, second: Marks): Marks => ({
  arrows: [...second.arrows, ...first.arrows],
  squares: new Map([...second.squares, ...first.squares]),
});

export const marks = computed((): Marks => {
  if (pointed.value) return pointed.value;
  const line = stage.value;
  if (line) {
    const last = line.moves[shownAt(line) - 1];
    const marks = { ...statusMarks.value, squares: new Map(statusMarks.value.squares) };
    for (const square of last ? [last.slice(0, 2), last.slice(2, 4)] : []) {
      if (!marks.squares.has(square)) marks.squares.set(square, { kind: "last", words: t().board.marks.last });
    }
    return marks;
  }
  const lit = tab.value === "reach" ? reachSquares.value : [];
  if (!lit.length) return together(statusMarks.value, gameMarks.value);
  const marks = none();
  marks.arrows = statusMarks.value.arrows;
  const size = gameOf(setup.value.rules);
  for (const square of lit) if (squareIndex(square, size) !== null) marks.squares.set(square, { kind: "lit", words: t().board.marks.blamed });
  return together(marks, gameMarks.value);
});
