// Pasted texts: FEN, EPD, diagrams, and the input of each contest, as cards.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parquetReadObjects } from "hyparquet";
import { accessible, both, button, downloaded, eventually, fen, fitsWidth, paste, position, square, verdict, visit } from "./browser.mjs";

const example = (name) => readFileSync(new URL(`../../examples/${name}.in`, import.meta.url), "utf8");
const PAWNS = "1\n2 1 2\nQ A 1\nP D 3\nQ B 4\n";

async function read(page, text, program) {
  await page.getByRole("tab", { name: "Paste" }).click();
  if (program) await page.getByLabel("Format").selectOption(program);
  await page.getByLabel("A FEN, EPD, diagram").fill(text);
  await button(page, "Read").click();
}
const answers = (page) => page.locator(".case strong").allTextContents();

const CONTESTS = [
  ["simplified", example("simplified"), ["YES"]],
  ["reachable", example("reachable"), ["True", "False 5"]],
  ["checkmate", example("checkmate"), ["WHITE IS CHECKED", "BLACK IS CHECKMATED", "WHITE IS SAFE"]],
  ["unfinished", example("unfinished"), ["CHECKMATE", "OTHER", "OTHER"]],
];
for (const [name, input, expected] of CONTESTS) {
  both(`${name}: each case a card with its answer`, "", async (page, size) => {
    await read(page, input);
    await eventually(() => answers(page), expected);
    assert.match(await page.locator(".result .hint").first().textContent(), new RegExp(name));
    await page.locator(".case").first().getByRole("button", { name: "Open", exact: true }).click();
    if (size === "phone") {
      await fitsWidth(page);
      await accessible(page);
    }
  });
}

test("pawns on the 4×4 board, by name of the contest", () =>
  visit("desktop", "", async (page) => {
    await read(page, PAWNS, "simplified-pawns");
    await eventually(async () => (await answers(page)).length, 1);
  }));

test("a case is asked with its own question", () =>
  visit("desktop", "", async (page) => {
    await read(page, example("simplified"));
    await page.locator(".case").getByRole("button", { name: /^Ask ?: forced win/ }).click();
    await eventually(() => verdict(page, ".result").textContent(), "win");
    await eventually(() => page.getByRole("gridcell").count(), 16);
    assert.match(page.url(), /rules=simplified&ask=win&within=1/);
  }));

test("an EPD that says what is asked of it is asked that", () =>
  visit("desktop", "", async (page) => {
    const lines = ['8/2k5/8/5K2/1R6/8/8/8 b - - stipulation "h#2";', "7k/8/6K1/8/8/8/8/R7 w - -", '4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - - stipulation "s#2";'];
    await read(page, lines.join("\n"));
    await eventually(() => page.locator(".case").count(), 3);
    await page.getByRole("combobox", { name: "Question" }).selectOption("win");
    await button(page, "Ask all").click();
    await eventually(() => answers(page), ["solved 4", "win 1", "win 4"]);
    await page.locator(".case").first().getByRole("button", { name: /^Ask ?: forced win/ }).click();
    await eventually(() => verdict(page, ".result").textContent(), "solved");
    assert.match(page.url(), /ask=win&helpmate=2/);
  }));

both("a list of positions: good ones as cards, bad ones with their place", "", async (page) => {
  await read(page, "4k3/8/8/8/8/8/8/4K2R w K -\n4k3/9/8/8/8/8/8/4K3 w\n7k/6Q1/6K1/8/8/8/8/8 b\n");
  await eventually(() => page.locator(".case").count(), 3);
  assert.equal(await page.locator(".case.bad mark").textContent(), "9");
  assert.match(await page.locator(".case.bad").textContent(), /Line 2, column 5/);
  await button(page, "Ask all").click();
  await eventually(() => answers(page), ["safe", "checkmate"]);
  await page.getByRole("combobox", { name: "Question" }).selectOption("rules");
  await button(page, "Ask all").click();
  await eventually(() => answers(page), ["holds", "holds"]);
  await fitsWidth(page);
  await accessible(page);
});

test("a single FEN, and a diagram, go onto the board", () =>
  visit("desktop", "", async (page) => {
    await read(page, "7k/6Q1/6K1/8/8/8/8/8 b - -\n");
    await fen(page, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    await read(page, ".......k\n......Q.\n......K.\n........\n........\n........\n........\n........\nblack to move\n");
    await fen(page, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
  }));

test("a broken contest input keeps what was answered, and marks the place", () =>
  visit("desktop", "", async (page) => {
    await read(page, "a6 b4 c8 a8\na7 h1 c9 a8\n", "unfinished");
    await eventually(() => answers(page), ["CHECKMATE"]);
    await eventually(() => page.locator("#cases-problem").textContent(), /Line 2, column/);
    await button(page, "Go to line 2").click();
    assert.ok((await page.evaluate(() => document.activeElement.selectionStart)) >= 12);
  }));

test("several lines pasted into the position field become cards", () =>
  visit("desktop", "", async (page) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), "4k3/8/8/8/8/8/8/4K2R w\n4k3/8/8/8/8/8/8/4K1R1 w\n");
    await position(page).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+v");
    await eventually(() => page.locator(".case").count(), 2);
  }));

test("text pasted anywhere on the page is read", () =>
  visit("desktop", "", async (page) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), "7k/6Q1/6K1/8/8/8/8/8 b - -");
    await square(page, "a5").focus();
    await page.keyboard.press("Control+v");
    await fen(page, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    await page.evaluate((text) => navigator.clipboard.writeText(text), "1\n2 1 1\nN B 2\nQ B 1\nQ A 4\n");
    await page.keyboard.press("Control+v");
    await eventually(() => answers(page), ["YES"]);
  }));

both("five thousand positions: totals, filter, search, order, export, the chosen one on the board", "", async (page, size) => {
  const rows = Array.from({ length: 5000 }, (_, n) =>
    n % 1000 === 7 ? "4k3/9/8/8/8/8/8/4K3 w - - 0 1" : n % 10 === 3 ? `7k/6Q1/6K1/8/8/8/8/8 b - - 0 ${n + 1}` : `4k3/8/8/8/8/8/8/4K2R w K - 0 ${n + 1}`,
  );
  await paste(page, rows.join("\n"));
  await eventually(() => page.locator(".list > .hint").textContent(), "5,000 of 5,000 shown");
  await button(page, "Ask all").click();
  const totals = page.getByRole("group", { name: "Totals" });
  await eventually(async () => (await totals.getByRole("button").allTextContents()).join("; "), "safe 4,495; checkmate 500; not read 5");
  // Only what is in sight is drawn.
  assert.ok((await page.locator(".rows .space .row").count()) < 40);
  await totals.getByRole("button", { name: "checkmate" }).click();
  await eventually(() => page.locator(".list > .hint").textContent(), "500 of 5,000 shown");
  await page.locator(".rows .space .row").nth(1).click();
  await fen(page, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 14");
  await eventually(() => page.locator(".arrows .check").count(), 1);
  await page.locator(".rows .scroll").focus();
  await page.keyboard.press("End");
  await fen(page, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 4994");
  assert.match(await page.locator(".rows .chosen").textContent(), /^4994/);
  await page.getByLabel("Search").fill("2004");
  await eventually(() => page.locator(".list > .hint").textContent(), "1 of 5,000 shown");
  const csv = (await downloaded(page, () => button(page, "CSV").click())).bytes.toString();
  assert.match(csv, /^line,id,position,verdict,detail\r\n2004,,7k\/6Q1\/6K1\/8\/8\/8\/8\/8 b - - 0 2004,checkmate,/);
  await page.getByLabel("Search").fill("");
  await totals.getByRole("button", { name: "checkmate" }).click();
  await page.getByRole("columnheader", { name: "Verdict" }).getByRole("button").click();
  await eventually(() => page.locator(".rows .space .row").first().textContent(), /^4checkmate/);
  const lines = (await downloaded(page, () => button(page, "JSON lines").click())).bytes.toString().trim().split("\n").map(JSON.parse);
  assert.equal(lines.length, 5000);
  assert.equal(lines[0].verdict, "checkmate");
  assert.equal(lines.filter(({ verdict }) => verdict === "not read").length, 5);
  const parquet = await downloaded(page, () => button(page, "Parquet").click());
  assert.equal(parquet.name, "answers.parquet");
  const table = await parquetReadObjects({ file: Uint8Array.from(parquet.bytes).buffer });
  assert.deepEqual(table.map(({ line, verdict }) => [line, verdict]), lines.map(({ line, verdict }) => [line, verdict]));
  assert.deepEqual(Object.keys(table[0]), ["line", "id", "position", "verdict", "detail"]);
  assert.deepEqual([table[0].id, table[0].position], [null, lines[0].position]);
  assert.match(table[0].detail, /^Black is checkmated: /);
  await fitsWidth(page);
  if (size === "desktop") await accessible(page);
});

test("a table with a heading: names stay with their positions", () =>
  visit("desktop", "", async (page) => {
    const rows = Array.from({ length: 30 }, (_, n) => `p${n + 1},7k/6Q1/6K1/8/8/8/8/8 b - - 0 ${n + 1}`);
    await paste(page, ["id,fen", ...rows].join("\n"));
    await eventually(() => page.locator(".list > .hint").textContent(), "30 of 30 shown");
    await button(page, "Ask all").click();
    await eventually(() => page.locator(".rows .space .row").nth(4).textContent(), /^p5checkmate/);
    await page.getByLabel("Search").fill("p17");
    await eventually(() => page.locator(".list > .hint").textContent(), "1 of 30 shown");
    const csv = (await downloaded(page, () => button(page, "CSV").click())).bytes.toString();
    assert.match(csv, /\r\n18,p17,7k\/6Q1/);
    const parquet = await downloaded(page, () => button(page, "Parquet").click());
    const [row, ...more] = await parquetReadObjects({ file: Uint8Array.from(parquet.bytes).buffer });
    assert.deepEqual([row.line, row.id, row.verdict, more], [18, "p17", "checkmate", []]);
  }));

test("a link to an analysis board is its position; one without a position says so", () =>
  visit("desktop", "", async (page) => {
    await paste(page, "https://lichess.org/analysis/standard/7k/6Q1/6K1/8/8/8/8/8_b_-_-_0_1");
    await fen(page, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    await position(page).fill("https://lichess.org/abcdEFGH");
    await position(page).press("Enter");
    await eventually(() => page.locator(".fen .problem p").first().textContent(), /link without a FEN/);
  }));
