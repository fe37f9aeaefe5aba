// Certificates out and in, links, weight, and the picture for the README.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { accessible, both, button, downloaded, eventually, fen, square, URL_UNDER_TEST, verdict, visit } from "./browser.mjs";

const MATE3 = "#fen=k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3_w_-_-_0_1&ask=win&mate=3&keys&tree";

async function verify(page, name, text) {
  await page.getByRole("tab", { name: "Verify" }).click();
  await page.locator(".dropzone input").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}
const judged = (page) => page.locator(".judged .verified").allTextContents();

both("a certificate is downloaded, dropped in again, and accepted; an altered one is refused", MATE3, async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "win");
  const { name, bytes } = await downloaded(page, () => page.locator(".result").getByRole("button", { name: "Download certificate" }).click());
  assert.equal(name, "win-win.json");
  await verify(page, name, bytes);
  await eventually(() => judged(page), /^Accepted: .*win within 5 plies/);
  const certificate = JSON.parse(bytes);
  certificate.claim.plies = 3;
  await verify(page, "altered.json", JSON.stringify(certificate));
  await eventually(() => judged(page).then((all) => all.length), 2);
  assert.match((await judged(page))[0], /^Refused: \S+/);
  await verify(page, "none.json", "this is no JSON");
  await eventually(() => page.locator(".judged .problem").textContent(), /not JSON/);
  await accessible(page);
});

test("a file is dropped by mouse", () =>
  visit("desktop", "#fen=7k/6Q1/6K1/8/8/8/8/8_b_-_-_0_1", async (page) => {
    await eventually(() => verdict(page, ".status").textContent(), "checkmate");
    const { bytes } = await downloaded(page, () => page.locator(".status").getByRole("button", { name: "Download certificate" }).click());
    await page.getByRole("tab", { name: "Verify" }).click();
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "mate.json", { type: "application/json" }));
      return transfer;
    }, bytes.toString());
    await page.dispatchEvent(".dropzone", "drop", { dataTransfer: data });
    await eventually(() => judged(page), /^Accepted: .*checkmate/);
  }));

both("each answer is checked where it stands", "#fen=4k3/8/8/8/8/8/PPPPPPPP/B3K3_w_-_-_0_1&ask=reach", async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "illegal");
  await page.locator(".result").getByRole("button", { name: "Check independently" }).click();
  await eventually(() => page.locator(".result .verified").textContent(), /^Accepted: .*illegal/);
  await page.locator(".status").getByRole("button", { name: "Check independently" }).click();
  await eventually(() => page.locator(".status .verified").textContent(), /^Accepted/);
});

both("a link restores the position and the game", "", async (page) => {
  await page.getByLabel("Game").selectOption("simplified");
  await button(page, "Clear").click();
  await square(page, "a4").focus();
  await page.keyboard.press("q");
  await button(page, "Copy link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#fen=q3\/4\/4\/4_w&rules=simplified$/);
  await page.goto("about:blank");
  await page.goto(link);
  await fen(page, "q3/4/4/4 w");
  assert.equal(await page.getByLabel("Game").inputValue(), "simplified");
});

test("the page weighs at most 200 kB and is there within a second", () =>
  visit("desktop", "", async (page) => {
    let weight = 0;
    for (const path of ["/", "/assets/app.js", "/assets/app.css"]) {
      const response = await fetch(new URL(path, URL_UNDER_TEST));
      assert.equal(response.status, 200, path);
      weight += gzipSync(Buffer.from(await response.arrayBuffer())).length;
    }
    assert.ok(weight < 200_000, `${weight} bytes`);
    const times = [];
    for (let n = 0; n < 3; n++) {
      const start = Date.now();
      await page.reload({ waitUntil: "commit" });
      await square(page, "e2").waitFor();
      times.push(Date.now() - start);
    }
    assert.ok(Math.min(...times) < 1000, `${times} ms`);
  }));

test("tabs and their panels by keyboard", () =>
  visit("desktop", "", async (page) => {
    await page.getByRole("tab", { name: "Can it arise?" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "Its past?");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "Forced win?");
    await page.keyboard.press("End");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Verify");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.type), "file");
  }));

test("a picture for the README", { skip: !process.env.ARBITER_SCREENSHOT }, () =>
  visit("desktop", MATE3, async (page) => {
    await eventually(() => page.getByRole("treeitem").count(), 4);
    await page.evaluate(() => document.activeElement?.blur());
    await page.screenshot({ path: process.env.ARBITER_SCREENSHOT, clip: { x: 0, y: 0, width: 1280, height: 900 } });
  }));
