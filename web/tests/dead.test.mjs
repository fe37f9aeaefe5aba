// The flag fell: can it still be won? The result, why, and the helpmate to walk through.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, eventually, fitsWidth, verdict, visit } from "./browser.mjs";

const PAWN = "#fen=8/8/8/4k3/8/8/5P2/4K3_w_-_-_0_1";
const ask = (page) => button(page, "Can it still be won?").click();
const pill = (page) => verdict(page, ".result").textContent();

both("whose flag fell decides the result", PAWN, async (page) => {
  await page.getByRole("tab", { name: "Flag fell?" }).click();
  const tabs = await page.getByRole("tablist").evaluate((all) => [all.scrollWidth, all.clientWidth]);
  assert.ok(tabs[0] <= tabs[1], `the tabs are ${tabs[0]} wide in ${tabs[1]}`);
  await accessible(page);
  const [request] = await Promise.all([page.waitForRequest(/\/dead$/), ask(page)]);
  assert.deepEqual(request.postDataJSON(), { position: "8/8/8/4k3/8/8/5P2/4K3 w - - 0 1", flagged: "white", certificate: true });
  await eventually(() => pill(page), "1/2-1/2");
  assert.match(await page.locator(".result .sentence").textContent(), /with these men it cannot mate in any position\. White's flag has fallen: 1\/2-1\/2\.$/);
  assert.equal(await page.locator(".result .notation").count(), 0);
  await page.locator(".result").getByRole("button", { name: "Check independently" }).click();
  await eventually(() => page.locator(".result .verified").textContent(), /^Accepted: unwinnable by black/);

  await page.getByRole("radio", { name: "Black’s flag" }).check();
  await ask(page);
  await eventually(() => pill(page), "1-0");
  assert.match(page.url(), /ask=dead&flag=black$/);
  await eventually(() => page.locator(".result .notation").textContent(), /^1\. .*#$/);
  await fitsWidth(page);
  await accessible(page);
  await page.locator(".result").getByRole("button", { name: "Check independently" }).click();
  await eventually(() => page.locator(".result .verified").textContent(), /^Accepted: winnable by white/);
});

test("the helpmate is walked through to its mate", () =>
  visit("desktop", `${PAWN}&ask=dead&flag=black`, async (page) => {
    await eventually(() => pill(page), "1-0");
    await button(page, "Walk through").click();
    await eventually(() => page.locator(".transport .title").textContent(), /^White mates0 \/ \d+ plies$/);
    await page.keyboard.press("ArrowRight");
    await eventually(() => page.locator(".transport .title").textContent(), /^White mates1 /);
    await button(page, "To the end").click();
    await eventually(() => verdict(page, ".status").textContent(), "checkmate");
    await accessible(page);
    await button(page, "Back to the editor").click();
    assert.equal(await pill(page), "1-0", "the answer stays");
  }));

test("a line that Black begins, and both sides with their proofs", () =>
  visit("desktop", "#fen=7k/7p/8/8/8/8/p6P/7K_b_-_-_0_1&ask=dead&flag=none", async (page) => {
    await eventually(() => page.locator(".result .notation").allTextContents().then((all) => all.map((line) => line.slice(0, 4))), ["1...", "1..."]);
    assert.equal(await pill(page), "winnable");
    for (const side of ["white", "black"]) {
      const part = page.getByRole("region", { name: side, exact: true });
      await part.getByRole("button", { name: "Check independently" }).click();
      await eventually(() => part.locator(".verified").textContent(), new RegExp(`^Accepted: winnable by ${side}`));
    }
  }));

test("a dead position, and an edit that ends the answer", () =>
  visit("desktop", "#fen=4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3_w_-_-_0_1&ask=dead&flag=none", async (page) => {
    await eventually(() => pill(page), "dead");
    await page.getByRole("gridcell", { name: /^e5,/ }).focus();
    await page.keyboard.press("Delete");
    await eventually(() => page.locator(".result").count(), 0);
  }));

test("a mate on the board came before the flag", () =>
  visit("desktop", "#fen=7k/6Q1/6K1/8/8/8/8/8_b_-_-_0_1&ask=dead&flag=white", async (page) => {
    await eventually(() => pill(page), "1-0");
    assert.match(await page.locator(".result .sentence").textContent(), /A mate on the board ends the game before that/);
  }));

test("no position, other games, and a search that is stopped", () =>
  visit("desktop", "#fen=8/8/8/8/8/8/8/4K3_w_-_-_0_1", async (page) => {
    await page.getByRole("tab", { name: "Flag fell?" }).click();
    await page.route(/\/dead$/, () => undefined);
    await ask(page);
    const [stopped] = await Promise.all([page.waitForEvent("requestfailed"), button(page, "Cancel").click()]);
    assert.match(stopped.url(), /\/dead$/);
    await page.getByRole("combobox", { name: "Game" }).selectOption("simplified");
    await eventually(() => page.locator(".panel .hint").textContent(), /Who can still win is a question about chess/);
  }));
