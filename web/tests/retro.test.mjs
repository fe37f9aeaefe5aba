// What does a position tell of its past? Last moves, castling, the double step; each with its proof.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, eventually, fen, fitsWidth, visit } from "./browser.mjs";

const ask = (page) => button(page, "What was before?").click();
const list = (page, name) => page.getByRole("list", { name, exact: true }).getByRole("button").allTextContents();
const sides = (page) => page.locator(".past .verdict").allTextContents();

both("the double step that must have been the last move, and its proofs", "#fen=6Bk/6pp/2N1N3/2KpP3/8/8/8/8_w_-_-_0_1", async (page) => {
  await page.getByRole("tab", { name: "Its past?" }).click();
  const tabs = await page.getByRole("tablist").evaluate((all) => [all.scrollWidth, all.clientWidth]);
  assert.ok(tabs[0] <= tabs[1], `the tabs are ${tabs[0]} wide in ${tabs[1]}`);
  await accessible(page);
  const [request] = await Promise.all([page.waitForRequest(/\/retro$/), ask(page)]);
  assert.deepEqual(request.postDataJSON(), { position: "6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w ? ?", certificate: true });
  await eventually(() => sides(page), ["possiblewhite to move"]);
  assert.match(await page.locator(".result > .sentence").textContent(), /d7-d5 must have been the last move/);
  assert.deepEqual(await list(page, "Last move: possible"), ["d7-d5"]);
  assert.deepEqual(await list(page, "Double step: possible"), ["d7-d5, which must have been the last move"]);
  assert.equal(await button(page, "d6-d5").isVisible(), false, "what is impossible is folded away");

  // By keyboard: open the impossible moves, choose one, have its proof checked.
  await page.getByText("Last move: 1 impossible").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await eventually(() => page.locator(".chosen h3").textContent(), "d6-d5");
  await page.locator(".chosen").getByRole("button", { name: "Check independently" }).click();
  await eventually(() => page.locator(".chosen .verified").textContent(), /^Accepted: illegal/);
  await fitsWidth(page);
  await accessible(page);

  await button(page, "d7-d5").click();
  await page.locator(".chosen").getByRole("button", { name: "Show the moves" }).click();
  await eventually(() => page.locator(".chosen .notation").textContent(), /d5$/);
  await button(page, "Open the position before").click();
  await fen(page, "6Bk/3p2pp/2N1N3/2K1P3/8/8/8/8 b - - 0 1");
  assert.equal(await page.locator(".result").count(), 0, "the answer was about the other position");
  await page.keyboard.press("Control+z");
  await fen(page, "6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - - 0 1");
});

test("what is not known is left out of the question, and shared", () =>
  visit("desktop", "#fen=8/8/8/8/8/8/5k1p/7K_w_-_-_0_1", async (page) => {
    await page.getByRole("tab", { name: "Its past?" }).click();
    await page.getByRole("checkbox", { name: "Side to move" }).check();
    await page.getByRole("checkbox", { name: "En passant" }).uncheck();
    const [request] = await Promise.all([page.waitForRequest(/\/retro$/), ask(page)]);
    assert.equal(request.postDataJSON().position, "8/8/8/8/8/8/5k1p/7K ? ? -");
    await eventually(() => sides(page), ["possiblewhite to move", "impossibleblack to move"]);
    assert.match(page.url(), /ask=retro&anyTurn&anyCastling$/);
    assert.ok((await list(page, "Last move: possible")).includes("h3-h2"));
  }));

test("a link asks; castling rights that exclude each other", () =>
  visit("desktop", "#fen=r3k2r/8/8/8/8/8/8/4K3_w_-_-_0_1&ask=retro&anyCastling", async (page) => {
    await eventually(() => list(page, "Castling: possible"), ["q", "k"]);
    await page.getByText("Castling: 1 impossible").click();
    assert.deepEqual(await list(page, "Castling: impossible"), ["kq"]);
  }));

test("the search can be stopped", () =>
  visit("desktop", "#fen=8/8/8/8/8/8/5k1p/7K_w_-_-_0_1", async (page) => {
    // A server that never answers.
    await page.route(/\/retro$/, () => undefined);
    await page.getByRole("tab", { name: "Its past?" }).click();
    await ask(page);
    assert.equal(await button(page, "What was before?").isDisabled(), true);
    const [stopped] = await Promise.all([page.waitForEvent("requestfailed"), button(page, "Cancel").click()]);
    assert.match(stopped.url(), /\/retro$/);
    await eventually(() => button(page, "What was before?").isEnabled(), true);
    assert.equal(await page.locator(".working, .result, .problem").count(), 0);
  }));

test("a position without a king has no past", () =>
  visit("desktop", "#fen=8/8/8/8/8/8/8/4K3_w_-_-_0_1", async (page) => {
    await page.getByRole("tab", { name: "Its past?" }).click();
    await ask(page);
    await eventually(() => sides(page), ["impossiblewhite to move"]);
    assert.match(await page.locator(".result > .sentence").textContent(), /Black has no king/);
  }));
