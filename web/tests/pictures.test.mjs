// Pictures for the pages of docs/for, one for each: what these people see when they have their answer. Written where
// ARBITER_PICTURES names a folder.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { button, eventually, paste, TYPED, verdict, visit } from "./browser.mjs";

const FOLDER = process.env.ARBITER_PICTURES;
/** Bytes that a picture may have. */
const MOST = 60_000;
const SIZE = { width: 1000, height: 700 };

/** `parts` are what is shown, as far as `height` goes. */
function picture(name, hash, parts, height, body) {
  test(`a picture for docs/for/${name}.md`, { skip: !FOLDER && "it is written where ARBITER_PICTURES names a folder" }, () =>
    visit(
      "desktop",
      hash,
      async (page) => {
        await body(page);
        await page.evaluate(() => document.activeElement?.blur());
        await page.waitForFunction(() => document.getAnimations().every((one) => one.playState === "finished"));
        const clip = await page.evaluate((parts) => {
          scrollTo(0, 0);
          const boxes = [...document.querySelectorAll(parts)].map((one) => one.getBoundingClientRect());
          const [x, y] = [Math.min(...boxes.map(({ left }) => left)) - 12, Math.min(...boxes.map(({ top }) => top)) - 12];
          return { x, y, width: Math.max(...boxes.map(({ right }) => right)) + 12 - x, height: Math.max(...boxes.map(({ bottom }) => bottom)) + 12 - y, scale: 1 };
        }, parts);
        clip.height = Math.min(clip.height, height);
        const client = await page.context().newCDPSession(page);
        const { data } = await client.send("Page.captureScreenshot", { format: "webp", quality: 80, clip, captureBeyondViewport: true });
        const bytes = Buffer.from(data, "base64");
        assert.ok(bytes.length <= MOST, `${bytes.length} bytes`);
        writeFileSync(`${FOLDER}/${name}.webp`, bytes);
      },
      { viewport: SIZE },
    ));
}

picture("player", "", "main", 520, async (page) => {
  await paste(page, "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 *");
  await button(page, "To the end").click();
  await eventually(() => page.locator("[data-live=win]").innerText(), "Mate in 1 move");
  await page.locator(".best").waitFor();
});

picture("curator", "", ".result", 700, async (page) => {
  const rows = Array.from({ length: 3000 }, (_, n) => {
    const fen = n % 9 === 4 ? "7k/5K2/9/8/8/8/8/8 w - - 0 1" : n % 4 === 1 ? "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" : n % 3 === 0 ? "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1" : "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    return `p${n + 1},${fen}`;
  });
  await paste(page, ["id,fen", ...rows].join("\n"));
  await button(page, "Ask all").click();
  await eventually(() => page.locator(".working").count(), 0);
  await page.locator(".rows .space .row").nth(1).click();
  await eventually(() => verdict(page, ".status").textContent(), "stalemate");
});

picture("problemist", "#fen=8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8_w_-_-_0_1&ask=win&mate=2&keys&tries&tree", "main", 800, async (page) => {
  await eventually(() => page.getByRole("treeitem").count().then((n) => n > 3), true);
});

picture("retro-analyst", "#fen=6Bk/6pp/2N1N3/2KpP3/8/8/8/8_w_-_-_0_1&ask=retro&anyEnPassant", "main", 800, async (page) => {
  await button(page, "d7-d5").click();
  await page.locator(".chosen").first().waitFor();
  await button(page, "d7-d5").hover();
});

picture("arbiter", "", "main", 520, async (page) => {
  await paste(page, '[White "Scoresheet"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb4 a6 4. La4 Sf6 *\n');
  await page.locator("#tab-panel .problem").waitFor();
  await eventually(() => page.locator("[data-live=reach]").innerText(), /^Yes/);
});

picture("teacher", "#fen=7k/5Q2/6K1/8/8/8/8/8_b_-_-_0_1", "main", 860, async (page) => {
  await paste(page, TYPED);
  await page.locator(".readings").waitFor();
  await eventually(() => verdict(page, ".status").textContent(), "stalemate");
});

picture("engineer", "#fen=RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr_w_-_-_0_1&ask=reach&repair", "main", 760, async (page) => {
  await eventually(() => page.locator(".result .board-card").count().then((n) => n > 0), true);
  await eventually(() => page.locator(".working").count(), 0);
  await page.locator(".result").getByRole("button", { name: "Check independently" }).click();
  await page.locator(".result .verified").waitFor();
});
