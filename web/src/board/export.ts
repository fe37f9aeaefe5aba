// The board as a picture to keep: SVG text that needs nothing else, and a PNG drawn from it.
import { isDark, isWhite, placeOf, squareName, squaresOf } from "../position/board";
import type { Size } from "../position/games";
import { arrowPath, type Drawn } from "./arrows";
import { t } from "../words/words";
import { DRAWING, INK } from "./pieces";

const SQUARE = 100;
const MARGIN = 36;
const COLOUR = { light: "#ece6d8", dark: "#93a99f", label: "#4a544f", arrow: "#b3261e", lit: "#f0be28" };

export interface Picture {
  men: string;
  size: Size;
  flipped: boolean;
  arrows?: Drawn[];
  /** Squares of the last move. */
  lit?: number[];
}

function man(letter: string, x: number, y: number): string {
  const ink = isWhite(letter) ? INK.white : INK.black;
  const { shapes, detail } = DRAWING[letter.toLowerCase()]!;
  const paths = shapes.map((d) => `<path d="${d}"/>`).join("");
  const lines = detail ? `<path d="${detail}" fill="none" stroke="${ink.detail}" stroke-width="3.5"/>` : "";
  return `<g transform="translate(${x} ${y})" fill="${ink.fill}" stroke="${ink.line}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">${paths}${lines}</g>`;
}

export function boardSvg({ men, size, flipped, arrows = [], lit = [] }: Picture): string {
  const [width, height] = [size.width * SQUARE + MARGIN, size.height * SQUARE + MARGIN];
  const parts: string[] = [];
  for (const index of squaresOf(size)) {
    const [x, y] = placeOf(index, size, flipped);
    const [left, top] = [MARGIN + x * SQUARE, y * SQUARE];
    parts.push(`<rect x="${left}" y="${top}" width="${SQUARE}" height="${SQUARE}" fill="${isDark(index, size) ? COLOUR.dark : COLOUR.light}"/>`);
    if (lit.includes(index)) parts.push(`<rect x="${left}" y="${top}" width="${SQUARE}" height="${SQUARE}" fill="${COLOUR.lit}" fill-opacity=".5"/>`);
    const letter = men[index] ?? ".";
    if (letter !== ".") parts.push(man(letter, left, top));
    const label = (text: string, lx: number, ly: number): string =>
      `<text x="${lx}" y="${ly}" font-family="sans-serif" font-size="20" text-anchor="middle" fill="${COLOUR.label}">${text}</text>`;
    const name = squareName(index, size);
    if (x === 0) parts.push(label(name[1]!, MARGIN / 2, top + SQUARE / 2 + 7));
    if (y === size.height - 1) parts.push(label(name[0]!, left + SQUARE / 2, size.height * SQUARE + 25));
  }
  const over = arrows
    .map(({ from, to }) => `<path d="${arrowPath(from, to, size, flipped)}" fill="${COLOUR.arrow}" fill-opacity=".8"/>`)
    .join("");
  parts.push(`<g transform="translate(${MARGIN} 0) scale(${SQUARE})">${over}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fbf9f4"/>${parts.join("")}</svg>`;
}

/** A picture as pixels, as wide as it is or as told. */
export async function drawn(svg: string, width?: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width ?? image.width;
  canvas.height = Math.round((canvas.width * image.height) / image.width);
  canvas.getContext("2d", { willReadFrequently: true })!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function boardPng(svg: string): Promise<Blob> {
  const canvas = await drawn(svg);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t().board.noPicture))), "image/png"),
  );
}
