import { expect, test } from "vitest";
import { inEnglish, LANGUAGES, languageOf, localised } from "../src/position/letters";

test("moves in other languages, and back", () => {
  expect(localised("1. Nf3 Nc6 2. Bb5 Qxe7+ 3. O-O exd8=Q R1e2 Nbd2 Kxf1", "de")).toBe("1. Sf3 Sc6 2. Lb5 Dxe7+ 3. O-O exd8=D T1e2 Sbd2 Kxf1");
  expect(localised("Kf1 Rf1 Bf1", "fr")).toBe("Rf1 Tf1 Ff1");
  const moves = ["Nf3", "Kxe2", "exd8=Q+", "O-O-O", "R1xe2", "Bb5", "Qh4#", "b8=N", "e4", "Nbd2"];
  for (const language of LANGUAGES) for (const move of moves) expect(inEnglish(localised(move, language), language), `${language} ${move}`).toBe(move);
});

test("the language of a scoresheet is seen by its letters", () => {
  expect(languageOf(["e4", "e5", "Sf3", "Sc6", "Lb5", "O-O"])).toBe("de");
  expect(languageOf(["e4", "e5", "Cf3", "Cc6", "Fb5", "a6"])).toBe("fr");
  expect(languageOf(["e4", "e5", "Cf3", "Ac5"])).toBe("es");
  expect(languageOf(["e4", "Nf3", "Ke2"])).toBe("en");
  expect(languageOf(["e4", "d5"])).toBe("en");
  expect(languageOf(["♘f3"])).toBe("figurines");
  expect(languageOf(["Zf3", "Nf3"])).toBe("en");
});
