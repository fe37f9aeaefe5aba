// On a phone the answer is a sheet that can be slid over the board's lower ranks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, eventually, square, visit } from "./browser.mjs";

const MATE = "#fen=k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3_w_-_-_0_1&ask=win&mate=3";

/** Where the board begins and ends, where the sheet begins, and the verdict. */
const places = (page) =>
  page.evaluate(() => {
    const at = (of) => document.querySelector(of).getBoundingClientRect();
    const board = at(".stage .board");
    return { top: board.top, rank: board.height / document.querySelectorAll(".stage [role=row]").length, bottom: board.bottom, sheet: at(".sheet-head").top, verdict: at(".result .pill").top };
  });

const says = (page, ranks) => eventually(() => page.locator(".grip").getAttribute("aria-valuenow"), String(ranks));

/** Waits until the sheet covers so many ranks; the page is scrolled to the answer. */
const covers = async (page, ranks) => {
  await says(page, ranks);
  await eventually(async () => {
    const { bottom, rank, sheet } = await places(page);
    return Math.round(((bottom - sheet) / rank) * 20) / 20;
  }, ranks);
};

const answered = async (page, of = ".result [role=tree]") => {
  await page.locator(of).waitFor();
  // Scrolled to where it is seen.
  await eventually(async () => {
    const { bottom, sheet } = await places(page);
    return Math.abs(bottom - sheet) < 2;
  }, true);
};

/** A finger, where the thing is: Playwright's own would scroll first. */
async function touch(page, what) {
  const { x, y, width, height } = await what.boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

/** A finger from where the sheet's head is, so many pixels up. */
async function slide(page, from, up) {
  const { x, y, width, height } = await page.locator(from).boundingBox();
  const [cx, cy] = [x + width / 2, y + height / 2];
  const finger = await page.context().newCDPSession(page);
  const at = (dy) => [{ x: cx, y: cy - dy }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (let step = 1; step <= 8; step++) await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at((up * step) / 8) });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await finger.detach();
}

test("a finger slides the answer over the board, by whole ranks", () =>
  visit("phone", MATE, async (page) => {
    await answered(page);
    const before = await places(page);
    // A little more than three ranks: it ends at a rank's edge, with the answer that was below it.
    await slide(page, ".grip", before.rank * 3.2);
    await covers(page, 3);
    const after = await places(page);
    assert.ok(Math.abs(after.top - before.top) < 2, "the board stays");
    assert.ok(Math.abs(after.verdict - after.sheet - (before.verdict - before.sheet)) < 2, "the answer goes with the sheet");
    // What is covered is not pressed: the sheet's own head is there.
    const x = before.rank * 4;
    const hit = (y) => page.evaluate(([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest(".sheet-head, .questions")), [x, y]);
    assert.equal(await hit(after.sheet + 4), true);
    assert.equal(await hit(after.sheet + after.rank * 2.5), true);
    assert.equal(await hit(after.sheet - 4), false);
    // On a question, which is not asked by it; and no further than two ranks from the top.
    await slide(page, "#tab-dead", before.rank * 9);
    await covers(page, 6);
    assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "Forced win?");
    await accessible(page);
    await slide(page, ".grip", -before.rank * 9);
    await covers(page, 0);
    // A touch is a touch still.
    await touch(page, page.getByRole("tab", { name: "Flag fell?" }));
    await eventually(() => page.getByRole("tab", { selected: true }).textContent(), "Flag fell?");
  }));

test("the keyboard and a touch move the sheet, and the board comes back when it is asked for", () =>
  visit("phone", MATE, async (page) => {
    await answered(page);
    const grip = page.getByRole("slider", { name: "The answer over the board" });
    await touch(page, grip);
    await covers(page, 3);
    await touch(page, grip);
    await covers(page, 0);
    await grip.focus();
    for (const [key, ranks] of [["ArrowUp", 1], ["ArrowUp", 2], ["ArrowDown", 1], ["End", 6], ["ArrowUp", 6], ["Home", 0], ["ArrowDown", 0], ["End", 6]]) {
      await page.keyboard.press(key);
      await covers(page, ranks);
    }
    assert.equal(await grip.getAttribute("aria-valuetext"), "covers 6 ranks");
    // A square below the sheet that gets the focus is not left there; one in sight lets it be.
    const scrolled = await page.evaluate(() => scrollY);
    await square(page, "e8").focus();
    await covers(page, 6);
    assert.equal(await page.evaluate(() => scrollY), scrolled, "the focus in sight is no reason to scroll");
    await square(page, "c1").focus();
    await covers(page, 0);
    await grip.focus();
    await page.keyboard.press("End");
    await covers(page, 6);
    await page.getByRole("button", { name: "Walk through" }).click();
    await says(page, 0);
  }));

test("a board of four ranks has two left, and the sheet begins where it ends", () =>
  visit("phone", "#fen=Qq2/4/1r2/4_w&rules=simplified&ask=win&shortest", async (page) => {
    await answered(page, ".result .pill");
    await page.getByRole("slider").focus();
    await page.keyboard.press("End");
    await covers(page, 2);
    await page.keyboard.press("Home");
    await covers(page, 0);
  }));

test("at a desk there is no sheet", () =>
  visit("desktop", MATE, async (page) => {
    await page.locator(".result [role=tree]").waitFor();
    assert.equal(await page.locator(".grip").isVisible(), false);
    assert.equal(await page.getByRole("slider").count(), 0);
  }));
