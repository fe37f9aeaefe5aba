// Can the win be forced? Solve, cancel, play both sides, walk through the tree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, downloaded, eventually, fitsWidth, label, square, verdict, visit } from "./browser.mjs";

const MATE3 = "#fen=k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3_w_-_-_0_1";
const says = (page) => page.locator(".says").textContent();

async function solve(page, moves) {
  await page.getByRole("tab", { name: "Forced win?" }).click();
  await page.getByRole("spinbutton", { name: "Moves" }).fill(String(moves));
  await button(page, "Solve").click();
  await eventually(() => verdict(page, ".result").textContent(), "win");
}

both("a mate in 3: sentence, key, best play, notation", MATE3, async (page) => {
  await solve(page, 3);
  assert.match(await page.locator(".result .sentence").textContent(), /White can force mate within 3 moves/);
  await eventually(() => page.locator(".result .chip").first().textContent(), "a5!");
  await eventually(() => page.locator(".best .notation").textContent(), /^1\. a5 B\S+ 2\. \S+ \S+ 3\. \S+#$|^1\. a5 \S+ 2\. Nxc7#$/);
  assert.match(await page.locator(".solution pre").textContent(), /1\. a5! threat:\s+2\. axb6 /);
  await button(page, "Copy notation").click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^1\. a5!/);
  const notation = await downloaded(page, () => button(page, "Save notation").click());
  assert.equal(notation.name, "solution.txt");
  await fitsWidth(page);
  await accessible(page);
});

both("the defender is played until mate", MATE3, async (page, size) => {
  await solve(page, 3);
  await button(page, "Play the defender").click();
  await eventually(() => says(page), /White plays a5, and wins within 2 moves/);
  // The longest defence, first by its name in the list, then on the board.
  await page.locator(".chip", { hasText: /^Bxa5$/ }).click();
  await eventually(() => says(page), /White plays Nc5, and wins with the next move/);
  await fitsWidth(page);
  if (size === "phone") await accessible(page);
  await square(page, "a5").click();
  const target = page.locator(".square.target").first();
  const to = (await target.getAttribute("aria-label")).slice(0, 2);
  await target.click();
  await eventually(() => says(page), /checkmate\. White has won\.$/);
  assert.match(await label(page, to), /black bishop/);
  await button(page, "Take back").click();
  await eventually(() => page.locator(".replies summary").textContent(), /legal moves?$/);
  await button(page, "Back to the editor").click();
  assert.match(await label(page, "a4"), /^a4, white pawn/);
});

both("the attacker is played against the best defence", MATE3, async (page) => {
  await solve(page, 3);
  await button(page, "Play the attacker").click();
  await eventually(() => says(page), /Your move for White\. The win is there within 3 moves/);
  // A slip is told, and can be taken back.
  await page.locator(".replies summary").click();
  await page.locator(".duel .chip", { hasText: /^Nxc7\+?$/ }).click();
  await eventually(() => says(page), /Bxc7|no win|No win|holds/);
  await button(page, "Take back").click();
  await eventually(() => says(page), /Taken back|Your move/);
  await square(page, "a4").click();
  await square(page, "a5").click();
  await eventually(() => says(page), /Best is Bxa5; White still wins within 2 moves/);
  await page.locator(".duel .chip", { hasText: /^Nc5$/ }).click();
  await eventually(() => says(page), /White still wins with the next move/);
  await page.locator(".duel .chip", { hasText: /#$/ }).first().click();
  await eventually(() => says(page), /checkmate\. White has won/);
});

both("the tree is walked with keys", MATE3, async (page) => {
  await solve(page, 3);
  const tree = page.getByRole("tree", { name: "Winning strategy" });
  await eventually(() => tree.getByRole("treeitem").count(), 4);
  await tree.getByRole("treeitem").first().focus();
  await page.keyboard.press("ArrowDown");
  await eventually(() => page.evaluate(() => document.activeElement.textContent), /^1… Bxa5 answered by 2\. Nc5 1 more$/);
  await page.keyboard.press("ArrowRight");
  await eventually(() => tree.getByRole("treeitem").count().then((n) => n > 4), true);
  await page.keyboard.press("ArrowRight");
  await eventually(() => page.evaluate(() => document.activeElement.textContent), /#$/);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLevel), "3");
  assert.match(await page.locator(".transport .title").textContent(), /Strategy5 \/ 5/);
  await accessible(page);
  // Both in one task, before anything is drawn again: neither may be lost.
  await page.evaluate(() => {
    for (let i = 0; i < 2; i++) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  });
  await eventually(() => tree.getByRole("treeitem").count(), 4);
});

test("tries, set play and cooks are marked", () =>
  visit("desktop", MATE3, async (page) => {
    await page.getByRole("tab", { name: "Forced win?" }).click();
    await page.getByText("Options").click();
    await page.getByLabel("Tries").check();
    await page.getByLabel("Set play").check();
    await button(page, "Solve").click();
    await eventually(() => page.locator(".tries li").first().textContent(), /\S+\? refuted by \S+!/);
    assert.ok((await page.locator(".solution .try").count()) > 0);
    await page.goto(new URL("/#fen=7k/8/5K2/8/8/8/8/QR6_w_-_-_0_1&ask=win&mate=2&keys&tree", page.url()).href);
    await eventually(() => page.locator(".result h3").first().textContent(), /^\d+ keys: a cook$/);
    assert.ok((await page.locator(".solution .dual").count()) > 0);
  }));

both("progress while it runs, and cancel", "", async (page) => {
  await page.getByRole("tab", { name: "Forced win?" }).click();
  await page.getByRole("radio", { name: "Shortest" }).check();
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/win"));
  await button(page, "Solve").click();
  await eventually(() => page.locator(".working p").textContent(), /[\d,]+ positions · [\d.]+ s/);
  await accessible(page);
  await button(page, "Cancel").click();
  await ended;
  assert.equal(await page.locator(".working").count(), 0);
  assert.ok(await button(page, "Solve").isEnabled());
});

both("a win in the 4×4 game, played from both sides", "#fen=q3/2Q1/1rRn/N3_w&rules=simplified&ask=win&shortest", async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "win");
  assert.match(await page.locator(".result .verdict").textContent(), /9 plies, the shortest/);
  const tree = page.getByRole("tree", { name: "Winning strategy" });
  await eventually(() => tree.getByRole("treeitem").count().then((n) => n > 1), true);
  assert.match(await tree.getByRole("treeitem").nth(1).textContent(), /^1… \S+ answered by 2\. \S+ [1-4] more$/);
  await button(page, "Walk through").click();
  await button(page, "To the end").click();
  await eventually(() => page.locator(".transport .title").textContent(), /Best play9 \/ 9/);
  assert.equal(await page.locator('[role=gridcell][aria-label*="black queen"]').count(), 0, "the queen is captured at the end");
  await button(page, "Back to the editor").click();
  await button(page, "Play the defender").click();
  for (let n = 0; n < 5; n++) {
    await eventually(() => says(page), /Your reply for Black|has won/);
    if (/has won/.test(await says(page))) break;
    await page.locator(".duel .chip").first().click();
    await eventually(async () => (await page.locator(".transport .title").textContent()).includes("thinking"), false);
  }
  await eventually(() => says(page), /captures the queen: White has won/);
});

test("no win: the attacker plays against the refutation", () =>
  visit("desktop", "#fen=2R1/1qrn/N3/2Q1_w&rules=simplified&ask=win&shortest", async (page) => {
    await eventually(() => verdict(page, ".result").textContent(), "no win");
    assert.ok(await button(page, "Play the defender").isDisabled());
    await button(page, "Play the attacker").click();
    await eventually(() => says(page), /Your move for White/);
    await square(page, "c1").click();
    await square(page, "c2").click();
    await eventually(() => says(page), /captures the queen: Black has won|Black (holds|answers)/);
  }));

test("a helpmate has its solutions, each to walk through, and half moves are asked for", () =>
  visit("desktop", "#fen=8/2k5/8/5K2/1R6/8/8/8_b_-_-_0_1&ask=win&helpmate=2&setPlay", async (page) => {
    await eventually(() => verdict(page, ".result").textContent(), "solved");
    assert.match(await page.locator(".result .sentence").textContent(), /exactly one solution: a game of at most 4 plies/);
    await eventually(() => page.locator(".result .best .notation").first().textContent(), /Kd8.*Ke6.*Ke8.*Rb8#/);
    assert.match(await page.locator(".solution pre").textContent(), /1\. Kd8 Ke6 2\. Ke8 Rb8#/);
    assert.equal(await button(page, "Play the defender").count(), 0);
    await button(page, "Walk through").click();
    await page.getByRole("spinbutton", { name: "Moves" }).fill("1.5");
    await button(page, "Solve").click();
    await eventually(() => verdict(page, ".result").textContent(), "unsolved");
    await eventually(() => page.evaluate(() => location.hash), /&helpmate=1\.5&/);
    await page.getByRole("combobox", { name: "Stipulation" }).selectOption("series-mate");
    await eventually(() => page.getByRole("spinbutton", { name: "Moves" }).inputValue(), "2");
    await button(page, "Solve").click();
    await eventually(() => page.locator(".result .sentence").textContent(), /ser-#2 has no solution/);
    await accessible(page);
  }));

test("a link asks its question again", () =>
  visit("desktop", `${MATE3}&ask=win&mate=2`, async (page) => {
    await eventually(() => verdict(page, ".result").textContent(), "no win");
    assert.equal(await page.getByRole("spinbutton", { name: "Moves" }).inputValue(), "2");
  }));

test("a mate is solved and defended by keyboard alone", () =>
  visit("desktop", MATE3, async (page) => {
    const active = () => page.evaluate(() => document.activeElement?.ariaLabel || document.activeElement?.textContent || "");
    const tabTo = async (name) => {
      for (let n = 0; n < 60 && !name.test(await active()); n++) await page.keyboard.press("Tab");
      assert.match(await active(), name);
    };
    await tabTo(/^Can it arise\?$/);
    for (const tab of [/^Its past\?$/, /^Forced win\?$/]) {
      await page.keyboard.press("ArrowRight");
      assert.match(await active(), tab);
    }
    await tabTo(/^Moves$/);
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await eventually(() => verdict(page, ".result").textContent(), "win");
    await tabTo(/^Play the defender$/);
    await page.keyboard.press("Enter");
    await eventually(() => says(page), /Your reply for Black/);
    await eventually(active, /^a8, black king/);
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "Enter", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key);
    assert.match(await active(), /^a5, white pawn.*can be moved to$/);
    await page.keyboard.press("Enter");
    await eventually(() => says(page), /White plays Nc5/);
    await eventually(active, /^a5, black bishop/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await eventually(() => says(page), /checkmate\. White has won/);
  }));
