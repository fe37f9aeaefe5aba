// The status, at once, with its reasons on the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, eventually, fitsWidth, label, square, URL_UNDER_TEST, verdict, visit } from "./browser.mjs";

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
    await eventually(() => verdict(page, ".status").textContent(), "No position yet");
    assert.match(await page.locator(".status .sentence").textContent(), /king/i);
    // A board that cannot be is something else, and its squares are marked.
    for (const [at, man] of [["e1", "K"], ["e4", "K"], ["e8", "k"]]) {
      await square(page, at).focus();
      await page.keyboard.press(man);
    }
    await eventually(() => verdict(page, ".status").textContent(), "Not a position");
    assert.match(await page.locator(".status .sentence").textContent(), /2 kings, on e1 and e4/);
    assert.deepEqual(await page.locator(".square.error").evaluateAll((all) => all.map((one) => one.ariaLabel.slice(0, 2)).sort()), ["e1", "e4"]);
    assert.equal(await page.locator(".fen .problem").count(), 0);
  }));

test("a server that cannot be reached is told from a position that is none", () =>
  visit("desktop", "", async (page) => {
    await page.route("**/api/v1/status", (route) => route.abort("connectionrefused"));
    await square(page, "e2").click();
    await square(page, "e4").click();
    await eventually(() => verdict(page, ".status").textContent(), "No connection");
    assert.match(await page.locator(".status .sentence").textContent(), /server cannot be reached/);
    await page.unroute("**/api/v1/status");
    await page.keyboard.press("Control+z");
    await eventually(() => verdict(page, ".status").textContent(), "safe");
  }, { forgive: /ERR_CONNECTION_REFUSED/ }));

test("the cross on a mating piece lies over the arrow", () =>
  visit("desktop", "#fen=7k/6Q1/6K1/8/8/8/8/8_b_-_-_0_1", async (page) => {
    await eventually(() => page.locator(".arrows .cross").count(), 3);
    assert.deepEqual(await page.locator(".arrows > *").evaluateAll((all) => all.map((one) => one.classList[0])), ["check", "cross", "cross", "cross"]);
  }));

test("at 1280 by 800 the strategy begins on the first screen, and board, palettes and controls have one edge", () =>
  visit("desktop", "#fen=k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3_w_-_-_0_1&ask=win&mate=3&keys&tree", async (page) => {
    const tree = page.getByRole("tree");
    await tree.waitFor();
    assert.ok((await tree.boundingBox()).y < 740, `the strategy begins at ${(await tree.boundingBox()).y}`);
    const edge = async (of) => Math.round((await page.locator(of).boundingBox()).x);
    assert.equal(await edge(".stage .board"), await edge(".toolbar"));
    assert.equal(await edge(".stage .board"), await edge(".controls"));
    const middle = async (of) => page.locator(of).first().evaluate((one) => one.getBoundingClientRect().x + one.getBoundingClientRect().width / 2);
    assert.ok(Math.abs((await middle(".palette")) - (await middle(".stage .board"))) < 1);
  }, { viewport: { width: 1280, height: 800 } }));

test("on a phone the question, its answer and the marked board are on one screen", () =>
  visit("phone", "#fen=4k3/8/8/8/8/8/PPPPPPPP/B3K3_w_-_-_0_1&ask=reach", async (page) => {
    await page.locator(".result .pill").waitFor();
    const inSight = (of) => page.locator(of).first().evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top >= -1 && bottom <= innerHeight + 1;
    });
    for (const of of [".stage .board", ".tabs [aria-selected=true]", ".result .pill", ".result .sentence"]) await eventually(() => inSight(of), true);
    const board = await page.locator(".stage .board").boundingBox();
    assert.ok((await page.locator(".result .pill").boundingBox()).y >= board.y + board.height, "the answer is below the board");
    assert.ok((await page.locator(".square.lit").count()) > 0);
    // The question stays there while the answer is read, and nothing lies over it.
    await page.locator(".result").evaluate((one) => scrollBy(0, one.getBoundingClientRect().height / 2));
    const chosen = page.locator(".tabs [aria-selected=true]");
    const tab = await chosen.boundingBox();
    const grip = await page.getByRole("slider").boundingBox();
    const below = await page.locator(".stage .board").boundingBox();
    assert.ok(Math.abs(grip.y - (below.y + below.height)) < 2, `the sheet is at ${grip.y}, the board ends at ${below.y + below.height}`);
    assert.ok(Math.abs(tab.y - (grip.y + grip.height)) < 2, `the question is at ${tab.y}, the grip ends at ${grip.y + grip.height}`);
    await page.getByRole("tab", { name: "Forced win?" }).click();
    await eventually(() => page.getByRole("tab", { selected: true }).textContent(), "Forced win?");
  }));

for (const [width, height] of [[390, 844], [360, 640]]) {
  test(`the verdict stays in sight while the strategy grows below it (${width} by ${height})`, () =>
    visit("phone", "", async (page) => {
      await page.setViewportSize({ width, height });
      for (const language of ["en", "de"]) {
        await page.goto("about:blank");
        await page.goto(`${URL_UNDER_TEST}#fen=k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3_w_-_-_0_1&ask=win&mate=3`);
        await page.locator("header .language select").selectOption(language);
        await page.locator(".result [role=tree]").waitFor();
        await page.waitForTimeout(300);
        const { bottom } = await page.locator(".tabs").evaluate((one) => one.getBoundingClientRect());
        for (const of of [".result .pill", ".result .sentence"]) {
          const { y, height: own } = await page.locator(of).first().boundingBox();
          assert.ok(y >= bottom - 1 && y + own <= height + 1, `${language}: ${of} from ${y} to ${y + own}, questions to ${bottom}`);
        }
      }
    }));
}

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

/** What a finger presses and how large it is, where that is less than 44 by 44. */
const small = (page) =>
  page.locator("button:visible, select:visible, label.check:visible, .rights label:visible, .segments label:visible, [role=gridcell]:visible").evaluateAll((all) =>
    all
      .filter((one) => !one.closest(".offscreen"))
      .map((one) => [one.getAttribute("aria-label") ?? one.textContent, one.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
      .map(([name, { width, height }]) => `${name}: ${width.toFixed(1)} by ${height.toFixed(1)}`),
  );

test("on a phone everything that is pressed is at least 44 by 44", () =>
  visit("phone", "", async (page) => {
    assert.deepEqual(await small(page), []);
    await page.getByRole("radio", { name: "Play", exact: true }).check();
    await page.getByLabel("Move", { exact: true }).fill("e4");
    await page.getByLabel("Move", { exact: true }).press("Enter");
    await page.locator(".moves button").first().waitFor();
    assert.deepEqual(await small(page), []);
    for (const tab of ["Can it arise?", "Its past?", "Forced win?", "Flag fell?", "Paste", "Verify"]) {
      await page.getByRole("tab", { name: tab }).click();
      assert.deepEqual(await small(page), [], tab);
    }
    await fitsWidth(page);
  }));
