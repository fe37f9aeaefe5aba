// The status, at once, with its reasons on the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, eventually, fitsWidth, label, square, verdict, visit } from "./browser.mjs";

both("a mate: checkers as arrows, each flight square with what refutes it", "#fen=7k/6Q1/6K1/8/8/8/8/8_b_-_-_0_1", async (page) => {
  await eventually(() => verdict(page, ".status").textContent(), "checkmate");
  assert.match(await page.locator(".status .sentence").textContent(), /queen on g7 attacks the king on h8/);
  assert.equal(await page.locator(".arrows .check").count(), 1);
  assert.match(await label(page, "h8"), /attacked/);
  assert.match(await label(page, "h7"), /flight refuted from g6/);
  assert.match(await label(page, "g7"), /gives check, flight refuted from g6/);
  assert.match(await label(page, "g8"), /flight refuted from g7/);
  const moves = page.getByRole("list", { name: "Refuted moves" }).getByRole("button");
  assert.deepEqual((await moves.allTextContents()).sort(), ["Kh8×g7 refuted from g6", "Kh8–g8 refuted from g7", "Kh8–h7 refuted from g6"]);
  await moves.first().focus();
  await eventually(() => page.locator(".arrows .move").count(), 1);
  await eventually(() => page.locator(".arrows .refuter").count(), 1);
  await eventually(() => page.locator("[aria-live=polite]").textContent(), /Black is checkmated/);
  await fitsWidth(page);
  await accessible(page);
});

test("the status follows each edit", () =>
  visit("desktop", "#fen=7k/5Q2/6K1/8/8/8/8/8_b_-_-_0_1", async (page) => {
    await eventually(() => verdict(page, ".status").textContent(), "stalemate");
    await square(page, "f7").click();
    await square(page, "e8").click();
    await eventually(() => verdict(page, ".status").textContent(), "checkmate");
    await square(page, "g6").click();
    await square(page, "a1").click();
    await eventually(() => verdict(page, ".status").textContent(), "check");
    await button(page, "Clear").click();
    await eventually(() => verdict(page, ".status").textContent(), "no position yet");
    assert.match(await page.locator(".status .sentence").textContent(), /king/i);
  }));

test("a queen that cannot be saved in the 4×4 game", () =>
  visit("desktop", "#fen=Qq2/4/1r2/4_w&rules=simplified", async (page) => {
    await eventually(() => verdict(page, ".status").textContent(), /check|safe/);
    assert.equal(await page.getByRole("gridcell").count(), 16);
  }));

for (const colorScheme of ["light", "dark"]) {
  both(`axe-core finds nothing, ${colorScheme}`, "#fen=7k/6Q1/6K1/8/8/8/8/8_b_-_-_0_1", async (page) => {
    await eventually(() => verdict(page, ".status").textContent(), "checkmate");
    for (const tab of ["Can it arise?", "Its past?", "Forced win?", "Paste", "Verify"]) {
      await page.getByRole("tab", { name: tab }).click();
      await fitsWidth(page);
      // Colours are all that the dark page has of its own.
      await accessible(page, colorScheme === "dark" ? ["color-contrast"] : undefined);
    }
  }, { colorScheme });
}

test("with reduced motion nothing moves", () =>
  visit("desktop", "", async (page) => {
    const durations = await page.evaluate(() => [...document.querySelectorAll("*")].map((e) => getComputedStyle(e)).filter((s) => (s.transitionDuration !== "0s" && s.transitionProperty !== "all") || s.animationName !== "none").length);
    assert.equal(durations, 0);
  }, { reducedMotion: "reduce" }));
