// Arrows and circles that a person draws with the right button; they belong to the place in the game.
import { squareName } from "../position/board";
import { gameOf } from "../position/games";
import { nodeAt, type Shape, withNode } from "./game";
import { change, doc } from "./store";

/** As elsewhere: plain is green, Shift or Ctrl red, Alt blue, both yellow. */
const colourOf = ({ shiftKey, ctrlKey, altKey }: MouseEvent): Shape["colour"] => {
  const red = shiftKey || ctrlKey;
  return red && altKey ? "yellow" : altKey ? "blue" : red ? "red" : "green";
};

/** Draws, or takes away what is there already in that colour. */
export function draw(from: number, to: number, event: MouseEvent): void {
  const { setup, game, path } = doc.value;
  const size = gameOf(setup.rules);
  const shape: Shape = { colour: colourOf(event), from: squareName(from, size), to: squareName(to, size) };
  const { shapes = [] } = nodeAt(game, path);
  const others = shapes.filter((one) => one.from !== shape.from || one.to !== shape.to);
  const same = shapes.some((one) => one.from === shape.from && one.to === shape.to && one.colour === shape.colour);
  change({ setup, path, game: withNode(game, path, { shapes: same ? others : [...others, shape] }) });
}
