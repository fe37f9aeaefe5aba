// The men, drawn for this project in a square of 100 × 100. Shapes of one man are laid one over the
// other, all with the same fill and outline; `detail` is drawn last, in the colour of the detail.

export interface Drawing {
  shapes: readonly string[];
  detail?: string;
}

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const FOOT = "M22 88v-4q0-7 7-7h42q7 0 7 7v4z";

export const DRAWING: Record<string, Drawing> = {
  p: {
    shapes: ["M27 88v-4q0-6 6-7c8-5 11-14 11-25h12c0 11 3 20 11 25q6 1 6 7v4z", "M36 53q0-5 5-5h18q5 0 5 5t-5 5h-18q-5 0-5-5z", circle(50, 34, 14)],
  },
  r: {
    shapes: ["M33 77l4-33h26l4 33z", FOOT, "M26 19h12v8h7v-8h10v8h7v-8h12v17q0 9-8 9h-32q-8 0-8-9z"],
    detail: "M36 77h28",
  },
  n: {
    shapes: [
      "M31 78c-1-15 15-20 17-34c-5 5-9 6-13 9c-4 4-6 9-11 9c-5-1-8-6-7-11c5-8 9-13 12-20c3-6 8-9 13-11l1-11l9 9c20 2 31 19 30 40c0 8-2 14-2 20z",
      FOOT,
    ],
    detail: "M39 33l4-2M22 54l3-2M57 28c11 5 16 15 15 30",
  },
  b: {
    shapes: [FOOT, "M36 77c0-5 3-8 3-13h22c0 5 3 8 3 13z", "M50 21c12 8 20 18 20 29c0 6-3 11-7 15h-26c-4-4-7-9-7-15c0-11 8-21 20-29z", circle(50, 16, 6)],
    detail: "M54 34l-9 14",
  },
  q: {
    shapes: [
      FOOT,
      "M30 77l-13-41l17 17l1-27l13 22l2-24l2 24l13-22l1 27l17-17l-13 41z",
      circle(16, 34, 5.5),
      circle(34, 23, 5.5),
      circle(50, 19, 5.5),
      circle(66, 23, 5.5),
      circle(84, 34, 5.5),
    ],
    detail: "M31 68q19-6 38 0",
  },
  k: {
    shapes: [FOOT, "M46.500 35v-8h-8v-7h8v-8h7v8h8v7h-8v8z", "M50 42c3-9 11-12 18-11c11 1 16 11 13 22c-2 9-9 14-10 24h-42c-1-10-8-15-10-24c-3-11 2-21 13-22c7-1 15 2 18 11z"],
    detail: "M32 67q18-6 36 0M50 43v14",
  },
};

export interface Ink {
  fill: string;
  line: string;
  detail: string;
}

/** Ink of exported pictures; on the page the style sheet decides. */
export const INK: Record<"white" | "black", Ink> = {
  white: { fill: "#fffdf6", line: "#22262b", detail: "#22262b" },
  black: { fill: "#2c3037", line: "#15171a", detail: "#e9e5da" },
};
