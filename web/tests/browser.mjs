// A person's browser for the tests: Debian's Chromium, one fresh context for each test, and at the
// end of each: nothing in the console, no request to anyone but the server under test.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

export const URL_UNDER_TEST = process.env.ARBITER_URL;
if (!URL_UNDER_TEST) throw new Error("ARBITER_URL names the server under test, such as http://127.0.0.1:8080");

export const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ARGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGS.split(" ") });
});
after(() => browser?.close());

/** Runs `body` with a fresh page, then checks that it left no errors, cookies or requests elsewhere. */
export async function visit(size, hash, body, { url = URL_UNDER_TEST, forgive, ...options } = {}) {
  const context = await browser.newContext({
    viewport: SIZES[size],
    hasTouch: size === "phone",
    isMobile: size === "phone",
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const said = [];
  const elsewhere = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.stack ?? String(error)));
  context.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && host !== new URL(url).host) elsewhere.push(request.url());
  });
  try {
    await page.goto(new URL(hash, url).href);
    await page.getByRole("grid").waitFor();
    // The first status makes room for itself: what is pressed before may move away.
    await page.locator(".status .pill").waitFor();
    await body(page);
    assert.deepEqual(await context.cookies(), [], "no cookies");
  } catch (error) {
    // What the person saw is the first thing to know.
    const seen = await page.locator("main").innerText({ timeout: 1000 }).catch(String);
    error.message += `\n--- console: ${said.join("; ") || "nothing"}\n--- on the page:\n${seen}`;
    throw error;
  } finally {
    await context.close();
  }
  assert.deepEqual(said.filter((line) => !forgive?.test(line)), [], "nothing in the console");
  assert.deepEqual(elsewhere, [], "no request to elsewhere");
}

/** The same test as a person with a desk and one with a phone would do it. */
export function both(name, hash, body, options) {
  for (const size of Object.keys(SIZES)) {
    test(`${name} (${size})`, () => visit(size, hash, (page) => body(page, size), options));
  }
}

/** Typed from a photo: a square of the seventh rank was forgotten. */
export const TYPED = `8 . . . . . . . k
7 . . . . . Q .
6 . . . . . . K .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . . . . .
  a b c d e f g h
Black to move
`;

export const square = (page, name) => page.locator(`[role=gridcell][aria-label^="${name},"]`);
export const position = (page) => page.getByLabel("Position", { exact: true });
export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const verdict = (page, within) => ({ textContent: async () => (await page.locator(`${within} .pill`).allTextContents())[0] ?? "" });

/** Waits until `read` gives what is expected. Patience is for machines that are busy with something else. */
export async function eventually(read, expected, patience = Number(process.env.PATIENCE ?? 30_000)) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await read().catch(String);
    const good = expected instanceof RegExp ? expected.test(String(found)) : JSON.stringify(found) === JSON.stringify(expected);
    if (good) return found;
    if (Date.now() > end) {
      if (expected instanceof RegExp) assert.match(String(found), expected);
      else assert.deepEqual(found, expected);
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

export async function fen(page, expected) {
  await eventually(() => position(page).inputValue(), expected);
}

export const label = (page, name) => square(page, name).getAttribute("aria-label");

export async function drag(page, from, to) {
  const [a, b] = [await centre(from), await centre(to)];
  await page.mouse.move(...a);
  await page.mouse.down();
  await page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, { steps: 3 });
  await page.mouse.move(...b, { steps: 3 });
  await page.mouse.up();
}

export async function touchDrag(page, from, to) {
  const [a, b] = [await centre(from), await centre(to)];
  const client = await page.context().newCDPSession(page);
  const send = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await send("touchStart", [a]);
  for (const t of [0.1, 0.5, 1]) await send("touchMove", [[a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]]);
  await send("touchEnd", []);
}

async function centre(at) {
  if (Array.isArray(at)) return at;
  // Where it stays: an answer that comes just now may make room for itself.
  for (let before = ""; ; ) {
    const { x, y, width, height } = await at.boundingBox();
    const box = JSON.stringify([x, y, width, height]);
    if (box === before) return [x + width / 2, y + height / 2];
    before = box;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** No violation of any rule of axe-core (or of some), as the page stands. */
export async function accessible(page, rules) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  // Colours halfway between two states are none of the page's.
  await page.waitForFunction(() => document.getAnimations().every((one) => one.effect.getComputedTiming().endTime === Infinity || one.playState === "finished"));
  const { violations } = await page.evaluate((some) => axe.run(some ? { runOnly: some } : {}), rules);
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 300)} ${failureSummary}`).join("; ")}`),
    [],
  );
}

export async function fitsWidth(page) {
  const { scroll, client } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
  assert.ok(scroll <= client, `the page is ${scroll} wide in ${client}`);
}

export async function downloaded(page, press) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** As if it were pasted outside any field. */
export const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
