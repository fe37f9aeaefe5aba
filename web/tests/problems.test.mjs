// Problems with one attacker that are not mates: solved, walked through, and played against the proof.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, eventually, fitsWidth, square, verdict, visit } from "./browser.mjs";

const says = (page) => page.locator(".says").textContent();
const reply = (page, san) => page.locator(".duel .chip", { hasText: new RegExp(`^${san}$`) });
const tree = (page) => page.getByRole("tree", { name: "The strategy" });
/** The items of the tree as they are read, from the top. */
const items = (page) => tree(page).getByRole("treeitem").allTextContents();

const SELF = "#fen=4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8_w_-_-_0_1";
/** 1. Rc1! with three replies, one of which mates. */
const ZUGZWANG = "#fen=8/B7/8/8/4R1N1/kp2p3/p1RN4/K7_w_-_-_0_1&ask=win&selfmate=2&keys&tree";
const REFLEX = "#fen=8/3Q4/1b6/8/8/1K6/4q3/k7_w_-_-_0_1&ask=win&reflexmate=2&keys&tree";
const STALEMATE = "#fen=8/8/8/8/4B3/2p1Q2q/8/kBK5_w_-_-_0_1&ask=win&stalemate=2&keys&tree";

both("a selfmate: chosen, solved, and shown in problem notation", SELF, async (page) => {
  await page.getByRole("tab", { name: "Forced win?" }).click();
  await page.getByRole("combobox", { name: "Stipulation" }).selectOption("selfmate");
  await page.getByText("Options", { exact: true }).click();
  await page.getByRole("checkbox", { name: "Tries" }).check();
  await page.getByRole("checkbox", { name: "Set play" }).check();
  await page.getByRole("spinbutton", { name: "Moves" }).fill("2");
  await button(page, "Solve").click();
  await eventually(() => verdict(page, ".result").textContent(), "solved");
  assert.match(await page.locator(".result .sentence").textContent(), /White can force Black to mate \(selfmate\)/);
  await eventually(() => page.locator(".result .chip").first().textContent(), "Qa5+!");
  assert.match(await page.locator(".solution pre").textContent(), /Set play:[^]*but 1\.\.\. Qa4![^]*1\. Qa5\+!\n {4}1\.\.\. Qa4 2\. Qb4\+\n {8}2\.\.\. Qxb4#/);
  await eventually(() => page.evaluate(() => location.hash), /&selfmate=2&/);
  await fitsWidth(page);
  await accessible(page);
});

both("a selfmate is defended: every reply mates at last", ZUGZWANG, async (page, size) => {
  await eventually(() => verdict(page, ".result").textContent(), "solved");
  await button(page, "Play the defender").click();
  await eventually(() => says(page), "White plays Rc1, and forces the selfmate with the next move. Your reply for Black.");
  assert.equal(await page.locator(".duel .task").textContent(), "White wants to be mated; Black does not want to mate.");
  await reply(page, "e2").click();
  await eventually(() => says(page), "White plays Re1: Black has to mate. Your reply for Black.");
  assert.equal(await page.locator(".replies summary").textContent(), "1 legal move");
  if (size === "phone") await fitsWidth(page);
  await accessible(page);
  await reply(page, "b2#").click();
  await eventually(() => says(page), "b2#: checkmate. White has forced the selfmate.");
  await button(page, "Take back").click();
  await eventually(() => page.locator(".replies summary").textContent(), "1 legal move");
  await button(page, "Take back").click();
  await eventually(() => page.locator(".replies summary").textContent(), "3 legal moves");
  await reply(page, "b2#").click();
  await eventually(() => says(page), "b2#: checkmate. White has forced the selfmate.");
});

both("a selfmate is attacked: slips are told, mating the other side too", ZUGZWANG, async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "solved");
  await button(page, "Play the attacker").click();
  await eventually(() => says(page), "Your move for White. The selfmate is there within 2 moves.");
  await page.locator(".replies summary").click();
  await reply(page, "Rc8").click();
  await eventually(() => says(page), /^Black (answers \S+: no selfmate within|answers \S+, and there is no selfmate|holds out)/);
  await button(page, "Take back").click();
  await eventually(() => says(page), /^Taken back|^Your move/);
  await reply(page, "Rc1").click();
  await eventually(() => says(page), /^Best is e\S*2; White still forces the selfmate with the next move\.$/);
});

test("who mates instead of being mated has missed the selfmate", () =>
  visit("desktop", "#fen=7k/R7/1R6/8/8/8/8/7K_w_-_-_0_1&ask=win&selfmate=1", async (page) => {
    await eventually(() => verdict(page, ".result").textContent(), "unsolved");
    await button(page, "Play the attacker").click();
    await eventually(() => says(page), "Your move for White.");
    await page.locator(".replies summary").click();
    await reply(page, "Rb8#").click();
    await eventually(() => says(page), "Rb8#: checkmate. White has missed the selfmate.");
  }));

both("the tree of a selfmate is walked to its mates", ZUGZWANG, async (page) => {
  await eventually(() => items(page).then((all) => all.length > 1), true);
  const all = await items(page);
  assert.equal(all[0], "1. Rc1 1 more");
  assert.ok(all.includes("1… e2 answered by 2. Re1 Black has to mate"), all.join(" | "));
  assert.equal(all.at(-1), "1… b2#");
  await tree(page).getByRole("treeitem").first().focus();
  for (let n = all.indexOf("1… e2 answered by 2. Re1 Black has to mate"); n > 0; n--) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await eventually(() => items(page).then((now) => now.length), all.length + 1);
  await page.keyboard.press("ArrowRight");
  await eventually(() => page.evaluate(() => document.activeElement.textContent), "2… b2#");
  assert.match(await page.locator(".transport .title").textContent(), /Strategy4 \/ 4/);
  await fitsWidth(page);
  await accessible(page);
});

both("a reflexmate: whoever can mate has to, and is told so", REFLEX, async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "solved");
  await eventually(() => items(page), ["1. Qd1+ 1 more", "1… Qxd1+ answered by 2. Ka3 Black has to mate"]);
  await button(page, "Play the defender").click();
  await eventually(() => says(page), /^White plays Qd1\+, and forces the reflexmate with the next move/);
  await reply(page, "Qxd1\\+").click();
  await eventually(() => says(page), /^White plays Ka3: Black has to mate\. /);
  // Other moves are legal in chess, and none of them may be played.
  assert.equal(await page.locator(".replies summary").textContent(), "1 mate, which has to be played");
  await reply(page, "Bc5#").click();
  await eventually(() => says(page), "Bc5#: checkmate. White has forced the reflexmate.");
});

test("a reflexmate is missed where the attacker could mate", () =>
  visit("desktop", "#fen=k7/8/7R/8/6R1/8/8/7K_w_-_-_0_1&ask=win&reflexmate=1&keys", async (page) => {
    await eventually(() => verdict(page, ".result").textContent(), "unsolved");
    await button(page, "Play the attacker").click();
    await eventually(() => says(page), "Your move for White.");
    await page.locator(".replies summary").click();
    await reply(page, "Rh7").click();
    await eventually(() => says(page), "Kb8: White can mate now, and has to. White has missed the reflexmate.");
    // Where it can do so at once, it may play nothing else.
    await page.goto(new URL("/#fen=1k6/7R/8/8/6R1/8/8/7K_w_-_-_0_1&ask=win&reflexmate=1", page.url()).href);
    await eventually(() => verdict(page, ".result").textContent(), "unsolved");
    await button(page, "Play the attacker").click();
    await eventually(() => page.locator(".replies summary").textContent(), "1 mate, which has to be played");
    await page.locator(".replies summary").click();
    await reply(page, "Rg8#").click();
    await eventually(() => says(page), "Rg8#: checkmate. White has missed the reflexmate.");
  }));

both("a stalemate, from both sides", STALEMATE, async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "solved");
  await eventually(() => items(page).then((all) => all[0]), "1. Qxh3 1 more");
  await button(page, "Play the defender").click();
  await eventually(() => says(page), /^White plays Qxh3, and forces the stalemate with the next move/);
  await page.locator(".duel .chip").first().click();
  await eventually(() => says(page), /: stalemate\. White has forced the stalemate\.$/);
  await button(page, "Back to the editor").click();
  await button(page, "Play the attacker").click();
  await eventually(() => says(page), "Your move for White. The stalemate is there within 2 moves.");
  await square(page, "e3").click();
  await square(page, "h3").click();
  await eventually(() => says(page), /^Best is c2; White still forces the stalemate with the next move\.$/);
});

test("links to other problems ask for them", () =>
  visit("desktop", STALEMATE, async (page) => {
    await eventually(() => verdict(page, ".result").textContent(), "solved");
    assert.equal(await page.getByRole("combobox", { name: "Stipulation" }).inputValue(), "stalemate");
    await eventually(() => page.locator(".result .chip").first().textContent(), "Qxh3!");
    await page.getByRole("combobox", { name: "Stipulation" }).selectOption("reflexmate");
    await button(page, "Solve").click();
    await eventually(() => verdict(page, ".result").textContent(), "unsolved");
    assert.ok(await button(page, "Play the defender").isDisabled());
  }));
