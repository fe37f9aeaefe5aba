// The page as files only: the core runs in the browser, and nothing is asked of anyone.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { accessible, button, downloaded, eventually, paste, square, verdict, visit } from "./browser.mjs";

const FOLDER = new URL("../dist/", import.meta.url);
const skip = existsSync(new URL("arbiter.wasm", FOLDER)) ? false : "not built: web/static";
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
// A host of files is often shared: nothing may rely on being at the root.
const UNDER = "/some/folder/";

let host;
let url;
const asked = [];
before(async () => {
  host = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    asked.push(`${request.method} ${path}`);
    const name = path.slice(UNDER.length) || "index.html";
    const bytes = path.startsWith(UNDER) ? await readFile(new URL(name, FOLDER)).catch(() => null) : null;
    // The plainest of hosts: it does not even know what a module is.
    if (bytes) response.setHeader("Content-Type", TYPES[name.split(".").pop()] ?? "application/octet-stream");
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await new Promise((listening) => host.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${host.address().port}${UNDER}`;
});
after(() => {
  host.closeAllConnections();
  host.close();
});

/** A test on files, after which nothing but files was asked for. */
function files(name, hash, body) {
  test(`files only: ${name}`, { skip }, async () => {
    asked.length = 0;
    // The worker that keeps the files has a test of its own.
    await visit("desktop", hash, body, { url, serviceWorkers: "block", forgive: /Service Worker registration blocked/ });
    const names = new Set(asked.map((one) => one.replace(`GET ${UNDER}`, "")));
    names.delete("manifest.webmanifest");
    assert.deepEqual([...names].sort(), ["", "arbiter.wasm", "assets/app.css", "assets/app.js", "assets/worker.js"]);
  });
}

files("status, as the position is edited", "#fen=7k/5Q2/6K1/8/8/8/8/8_b_-_-_0_1", async (page) => {
  await eventually(() => verdict(page, ".status").textContent(), "stalemate");
  await square(page, "f7").click();
  await square(page, "e8").click();
  await eventually(() => verdict(page, ".status").textContent(), "checkmate");
  await page.locator(".status").getByRole("button", { name: "Check independently" }).click();
  await eventually(() => page.locator(".status .verified").textContent(), /^Accepted/);
  await button(page, "Clear").click();
  await eventually(() => verdict(page, ".status").textContent(), "No position yet");
});

files("reach: an illegal position with repairs", "#fen=4k3/8/8/8/8/8/PPPPPPPP/B3K3_w_-_-_0_1", async (page) => {
  await page.locator(".panel").getByRole("button", { name: "Can it arise?" }).click();
  await eventually(() => verdict(page, ".result").textContent(), "illegal");
  assert.match(await page.locator(".result .sentence").textContent(), /bishop on a1/);
  await eventually(() => page.locator(".result .board-card").count().then((n) => n > 0), true, 60_000);
  await eventually(() => page.locator(".working").count(), 0, 60_000);
  await page.locator(".result").getByRole("button", { name: "Check independently" }).click();
  await eventually(() => page.locator(".result .verified").textContent(), /^Accepted: .*illegal/);
  await accessible(page);
});

files("reach: a proof game", "#fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2&ask=reach", async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "legal");
  await button(page, "Play the proof game").click();
  await eventually(() => page.locator(".transport .title").textContent(), /Proof game0 \/ \d+ plies/);
});

files("the flag fell", "#fen=8/8/8/4k3/8/8/5P2/4K3_w_-_-_0_1&ask=dead&flag=black", async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "1-0");
  await eventually(() => page.locator(".result .notation").textContent(), /^1\. .*#$/);
  await page.locator(".result").getByRole("button", { name: "Check independently" }).click();
  await eventually(() => page.locator(".result .verified").textContent(), /^Accepted: winnable by white/);
  await button(page, "Walk through").click();
  await eventually(() => page.locator(".transport .title").textContent(), /^White mates0 /);
});

files("win, and its certificate verified from a file", "#fen=k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3_w_-_-_0_1&ask=win&mate=3&keys", async (page) => {
  await eventually(() => verdict(page, ".result").textContent(), "win");
  await eventually(() => page.locator(".result .chip").first().textContent(), "a5!");
  const { bytes } = await downloaded(page, () => page.locator(".result").getByRole("button", { name: "Download certificate" }).click());
  await page.getByRole("tab", { name: "Verify" }).click();
  const judge = async (certificate) => {
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "mate.json", { type: "application/json" }));
      return transfer;
    }, certificate);
    await page.dispatchEvent(".dropzone", "drop", { dataTransfer: data });
  };
  const verdicts = () => page.locator(".panel .verified").allTextContents();
  await judge(bytes.toString());
  await eventually(async () => (await verdicts()).join(), /Accepted: .*win within 5 plies/);
  await judge(bytes.toString().replace("k1B5/2p5", "k1N5/2p5"));
  await eventually(async () => (await verdicts()).join(), /Refused/);
});

files("a search that runs leaves the page awake, and is cancelled", "", async (page) => {
  await page.getByRole("tab", { name: "Forced win?" }).click();
  await page.getByRole("radio", { name: "Shortest" }).check();
  const [worker] = await Promise.all([
    page.waitForEvent("worker"),
    button(page, "Solve").click(),
  ]);
  await eventually(() => page.locator(".working p").textContent(), /[1-9][\d,]* positions · [\d.]+ s · no win within \d+ plies/);
  const gone = new Promise((closed) => worker.once("close", closed));
  await button(page, "Cancel").click();
  await gone;
  assert.equal(await page.locator(".working").count(), 0);
  await page.getByRole("radio", { name: "Shortest" }).check();
  await button(page, "Solve").click();
  await eventually(() => page.locator(".working p").textContent(), /[1-9][\d,]* positions/);
  // Another lane: the status of an edit does not wait, and the edit ends the search.
  await square(page, "e7").click();
  await page.keyboard.press("Delete");
  await eventually(() => page.locator(".working").count(), 0);
  await eventually(() => verdict(page, ".status").textContent(), "safe");
});

files("pasted cases", "", async (page) => {
  await page.getByRole("tab", { name: "Paste" }).click();
  await page.getByLabel("A FEN, EPD, diagram").fill("a6 b4 c8 a8\na1 b1 c8 a8\n");
  await page.getByLabel("Format").selectOption("unfinished");
  await button(page, "Read").click();
  await eventually(() => page.locator(".case strong").count(), 2);
});

test("files only: after the first visit no network is needed", { skip }, () =>
  visit("desktop", "#fen=7k/5Q2/6K1/8/8/8/8/8_b_-_-_0_1", async (page) => {
    await eventually(() => verdict(page, ".status").textContent(), "stalemate");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await eventually(() => page.evaluate(async () => (await caches.keys()).length), 1);
    await page.context().setOffline(true);
    host.closeAllConnections();
    asked.length = 0;
    await page.reload();
    await eventually(() => verdict(page, ".status").textContent(), "stalemate");
    await page.locator(".status").getByRole("button", { name: "Check independently" }).click();
    await eventually(() => page.locator(".status .verified").textContent(), /^Accepted/);
    // The other languages are there too.
    await page.locator("header .language select").selectOption("de");
    await eventually(() => verdict(page, ".status").textContent(), "Patt");
    // So is the writer of Parquet, which is loaded when it is wanted.
    await paste(page, Array.from({ length: 30 }, (_, n) => `7k/6Q1/6K1/8/8/8/8/8 b - - 0 ${n + 1}`).join("\n"));
    const parquet = await downloaded(page, () => button(page, "Parquet").click());
    assert.equal(parquet.bytes.subarray(0, 4).toString(), "PAR1");
    // The browser may look for a newer worker whenever it likes.
    assert.deepEqual(asked.filter((one) => !one.endsWith("/sw.js")), []);
    // It can be installed: what the manifest names is there.
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
    assert.equal(manifest.display, "standalone");
    const icons = await page.evaluate((icons) => Promise.all(icons.map(async ({ src }) => (await fetch(src)).ok)), manifest.icons);
    assert.deepEqual(icons, [true]);
  }, { url }));
