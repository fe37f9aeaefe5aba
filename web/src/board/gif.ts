// A line as an animation: a picture for each position, the last for longer.
import { encode } from "modern-gif";
import { squareIndex } from "../position/board";
import { parseFen } from "../position/fen";
import { gameOf, type Rules } from "../position/games";
import { boardSvg, drawn } from "./export";

/** Pixels of a side, milliseconds of a move and of the end, positions at most. */
const SIDE = 480;
const DELAY = 900;
const END = 3000;
export const MOST_FRAMES = 300;

/** `positions` has one more than `moves`. */
export async function lineGif(positions: readonly string[], moves: readonly string[], rules: Rules, flipped: boolean): Promise<Blob> {
  const size = gameOf(rules);
  const frames = [];
  let [width, height] = [0, 0];
  for (const [n, position] of positions.slice(0, MOST_FRAMES).entries()) {
    const setup = parseFen(position, rules);
    if (!setup) continue;
    const move = moves[n - 1];
    const lit = move ? [move.slice(0, 2), move.slice(2, 4)].map((name) => squareIndex(name, size)!) : [];
    const canvas = await drawn(boardSvg({ men: setup.men, size, flipped, lit }), SIDE);
    [width, height] = [canvas.width, canvas.height];
    const last = n === Math.min(positions.length, MOST_FRAMES) - 1;
    frames.push({ data: canvas.getContext("2d")!.getImageData(0, 0, width, height).data, delay: last ? END : DELAY });
  }
  return new Blob([await encode({ width, height, frames, maxColors: 64, looped: true })], { type: "image/gif" });
}
