// Can it arise? Broken rules, proof games, repairs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, eventually, fen, fitsWidth, label, position, verdict, visit } from "./browser.mjs";

const ask = async (page) => page.locator(".panel").getByRole("button", { name: "Can it arise?" }).click();

both("an illegal position: level, lit squares, repairs to open", "#fen=4k3/8/8/8/8/8/PPPPPPPP/B3K3_w_-_-_0_1", async (page) => {
  await ask(page);
  await eventually(() => verdict(page, ".result").textContent(), "illegal");
  assert.equal(await page.getByRole("list", { name: "Level reached: static" }).count(), 1);
  assert.match(await page.locator(".result .sentence").textContent(), /bishop on a1/);
  assert.match(await label(page, "a1"), /to blame/);
  await eventually(() => page.locator("[aria-live=polite]").textContent(), /bishop on a1|changes after which/);
  await eventually(() => page.locator(".result .board-card").count().then((n) => n > 0), true, 60_000);
  await eventually(() => page.locator(".working").count(), 0, 60_000);
  await fitsWidth(page);
  await accessible(page);
  const before = await position(page).inputValue();
  await page.locator(".result .board-card").first().click();
  await eventually(async () => (await position(page).inputValue()) !== before, true);
  assert.equal(await page.locator(".result").count(), 0, "the answer was about the other position");
  await page.keyboard.press("Control+z");
  await fen(page, before);
});

both("a proof game plays forward and back", "#fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2", async (page, size) => {
  await ask(page);
  await eventually(() => verdict(page, ".result").textContent(), "legal");
  await button(page, "Play the proof game").click();
  await eventually(() => page.locator(".transport .title").textContent(), /Proof game0 \/ \d+ plies/);
  const last = Number((await page.locator(".transport .title").textContent()).match(/(\d+) plies/)[1]);
  await button(page, "Forward").click();
  await page.keyboard.press("ArrowRight");
  await eventually(() => page.getByRole("slider", { name: "Move" }).inputValue(), "2");
  await page.keyboard.press("ArrowLeft");
  await eventually(() => page.getByRole("slider", { name: "Move" }).inputValue(), "1");
  await page.getByRole("slider", { name: "Move" }).fill(String(last));
  assert.match(await label(page, "e4"), /^e4, white pawn/);
  assert.match(await label(page, "e5"), /^e5, black pawn/);
  await button(page, "To the start").click();
  assert.match(await label(page, "e2"), /^e2, white pawn/);
  await fitsWidth(page);
  await accessible(page);
  await page.locator(".transport").getByRole("button", { name: "Copy PGN" }).click();
  const pgn = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(pgn, /\[FinalFEN "rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/8\/PPPP1PPP\/RNBQKBNR w KQkq/);
  assert.match(pgn, /^1\. \S+ \S+/m);
  if (size === "phone") assert.ok(await page.getByRole("grid").evaluate((grid) => grid.getBoundingClientRect().top >= -2));
  await button(page, "Back to the editor").click();
  await fen(page, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
});

test("a position of the game is taken into the editor", () =>
  visit("desktop", "#fen=rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR_b_KQkq_-_1_1&ask=reach", async (page) => {
    await eventually(() => verdict(page, ".result").textContent(), "legal");
    await button(page, "Play the proof game").click();
    await button(page, "To the end").click();
    await button(page, "Back").click();
    await button(page, "Edit this position").click();
    await eventually(() => button(page, "Undo").isEnabled(), true);
  }));

both("the five rules: the broken one with its pawns lit", "#fen=4k3/8/8/8/8/3P4/1PPPPPPP/4K3_w_-_-_0_1", async (page) => {
  await page.getByRole("radio", { name: "Five rules" }).check();
  await ask(page);
  await eventually(() => verdict(page, ".result").textContent(), "rule broken");
  assert.match(await page.locator(".result .verdict").textContent(), /rule 5/);
  for (const pawn of ["c2", "d2", "e2", "d3"]) assert.match(await label(page, pawn), /to blame/);
  assert.doesNotMatch(await label(page, "g2"), /to blame/);
  await accessible(page);
});

test("level and time are asked for, and shared", () =>
  visit("desktop", "#fen=4k3/8/8/8/8/8/8/4K2R_w_-_-_0_1", async (page) => {
    await page.getByLabel("Up to level").selectOption("static");
    await page.getByLabel("Time").selectOption("1s");
    const [request] = await Promise.all([page.waitForRequest(/\/reach$/), ask(page)]);
    const { level, time } = request.postDataJSON();
    assert.deepEqual({ level, time }, { level: "static", time: "1s" });
    await eventually(() => verdict(page, ".result").textContent(), "undecided");
    assert.match(page.url(), /ask=reach&level=static&time=1s&repair$/);
  }));

test("a position with no king is refused in words", () =>
  visit("desktop", "#fen=8/8/8/8/8/8/8/4K3_w_-_-_0_1", async (page) => {
    await page.getByRole("radio", { name: "Five rules" }).check();
    await ask(page);
    await eventually(() => verdict(page, ".result").textContent(), "rule broken");
    assert.match(await page.locator(".result .verdict").textContent(), /rule 1/);
  }));

test("each fault of the clocks is a sentence of its own", () =>
  visit("desktop", "#fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_e6_9_1&ask=reach", async (page) => {
    await eventually(() => verdict(page, ".result").textContent(), "legal");
    const faults = await page.locator(".result .clocks").allTextContents();
    assert.equal(faults.length, 4);
    for (const fault of faults) assert.match(fault, /^[A-Z][^.]+\.$/);
  }));

both("a board that was read upside down is offered the right way up", "#fen=RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr_w_-_-_0_1&ask=reach&repair", async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "illegal");
  const repairs = page.getByRole("list", { name: "Changes after which it could arise" });
  await eventually(() => repairs.getByRole("button").count().then((n) => n > 0), true);
  await repairs.getByRole("button").first().click();
  await eventually(() => page.getByLabel("Position", { exact: true }).inputValue(), /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w/);
});

test("five repairs, the least first, and the rest when asked for", () =>
  visit("desktop", "#fen=r3k2r/p6p/8/8/8/8/P6P/R3K2R_w_KQkq_-_0_1&ask=reach&repair", async (page) => {
    await eventually(() => verdict(page, ".result").textContent(), "illegal");
    const repairs = page.getByRole("list", { name: "Changes after which it could arise" }).getByRole("button");
    await eventually(() => repairs.count(), 5);
    await button(page, "Look for more").click();
    await eventually(() => repairs.count().then((n) => n > 5), true, 60_000);
    await eventually(() => button(page, "Look for more").count(), 0);
  }));
