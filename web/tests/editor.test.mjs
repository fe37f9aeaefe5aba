// The board: by click, drag, finger and key, on 8×8 and 4×4.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, downloaded, drag, eventually, fen, fitsWidth, label, position, square, touchDrag, verdict, visit } from "./browser.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

both("men are put by click, and a second click takes them off", "", async (page) => {
  await button(page, "Clear").click();
  await fen(page, "8/8/8/8/8/8/8/8 w - - 0 1");
  await button(page, "Put white knight").click();
  await square(page, "e4").click();
  await square(page, "a1").click();
  assert.equal(await label(page, "e4"), "e4, white knight");
  await square(page, "a1").click();
  await button(page, "Put black king").click();
  await square(page, "h8").click();
  await fen(page, "7k/8/8/8/4N3/8/8/8 w - - 0 1");
  await button(page, "Remove men").click();
  await square(page, "e4").click();
  await fen(page, "7k/8/8/8/8/8/8/8 w - - 0 1");
  await fitsWidth(page);
  await accessible(page);
});

both("men are moved by click", "", async (page) => {
  await square(page, "g1").click();
  await square(page, "f3").click();
  await fen(page, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1");
});

test("men are dragged, off the board too, and from the palette", () =>
  visit("desktop", "", async (page) => {
    await drag(page, square(page, "e2"), square(page, "e4"));
    await fen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
    await drag(page, square(page, "d8"), [20, 300]);
    await drag(page, button(page, "Put black queen"), square(page, "h4"));
    await fen(page, "rnb1kbnr/pppppppp/8/8/4P2q/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
    assert.equal(await page.locator(".ghost").count(), 0);
  }));

test("men are dragged by finger", () =>
  visit("phone", "", async (page) => {
    await touchDrag(page, square(page, "e2"), square(page, "e4"));
    await fen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
    await touchDrag(page, button(page, "Put white queen"), square(page, "h5"));
    await fen(page, "rnbqkbnr/pppppppp/8/7Q/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  }));

both("everything on the board goes by keyboard alone", "", async (page) => {
  await button(page, "Clear").focus();
  await page.keyboard.press("Enter");
  for (let n = 0; n < 40 && !(await page.evaluate(() => document.activeElement?.role === "gridcell")); n++) await page.keyboard.press("Shift+Tab");
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^a8, empty/);
  for (const key of ["K", "ArrowRight", "ArrowRight", "k", "ArrowDown", "ArrowDown", "Q", "End", "p", "Delete", "p", "Home", "r", "Backspace"]) await page.keyboard.press(key);
  await fen(page, "K1k5/8/2Q4p/8/8/8/8/8 w - - 0 1");
  // Lift with Enter, put down with Space.
  for (const key of ["ArrowRight", "ArrowRight", "Enter", "ArrowUp", "Space"]) await page.keyboard.press(key);
  await fen(page, "K1k5/2Q5/7p/8/8/8/8/8 w - - 0 1");
  await page.keyboard.press("Control+z");
  await fen(page, "K1k5/8/2Q4p/8/8/8/8/8 w - - 0 1");
  await page.keyboard.press("Control+Shift+Z");
  await fen(page, "K1k5/2Q5/7p/8/8/8/8/8 w - - 0 1");
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel.slice(0, 2)), "c7");
  // The focus can be seen.
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).boxShadow), "none");
});

both("side, castling, en passant", "", async (page) => {
  await page.getByRole("radio", { name: "Black" }).check();
  await page.getByLabel("White castles long").uncheck();
  await page.getByLabel("En passant").selectOption("e3");
  await fen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Kkq e3 0 1");
  await page.getByRole("radio", { name: "White" }).check();
  await fen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 1");
  await eventually(() => page.getByLabel("En passant").locator("option").allTextContents(), ["none", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6"]);
});

both("undo, redo, clear, starting position, flip", "", async (page) => {
  assert.ok(await button(page, "Undo").isDisabled());
  await button(page, "Clear").click();
  await button(page, "Undo").click();
  await fen(page, START);
  await button(page, "Redo").click();
  await fen(page, "8/8/8/8/8/8/8/8 w - - 0 1");
  await button(page, "Starting position").click();
  await fen(page, START);
  await button(page, "Flip board").click();
  const [a1, h8] = [await square(page, "a1").boundingBox(), await square(page, "h8").boundingBox()];
  assert.ok(a1.y < h8.y && a1.x > h8.x);
  await fen(page, START);
});

both("4×4 boards with their own men", "", async (page) => {
  await page.getByLabel("Game").selectOption("simplified");
  assert.equal(await page.getByRole("gridcell").count(), 16);
  assert.equal(await page.getByRole("button", { name: /^Put white (king|pawn)/ }).count(), 0);
  await button(page, "Clear").click();
  await square(page, "a4").focus();
  for (const key of ["q", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "Q", "K", "p"]) await page.keyboard.press(key);
  await fen(page, "q3/4/4/1Q2 w");
  await eventually(() => verdict(page, ".status").textContent(), "safe");
  await fitsWidth(page);
  await accessible(page);
  await page.getByLabel("Game").selectOption("simplified-pawns");
  await square(page, "d2").focus();
  await page.keyboard.press("P");
  await fen(page, "q3/4/3P/1Q2 w");
  // Each size of board keeps its position.
  await page.getByLabel("Game").selectOption("standard");
  await fen(page, START);
  await page.getByLabel("Game").selectOption("simplified-pawns");
  await fen(page, "q3/4/3P/1Q2 w");
});

both("5×5 and 6×6 boards with their own men", "", async (page) => {
  const squares = page.getByRole("gridcell");
  await page.getByLabel("Game").selectOption("gardner");
  await fen(page, "rnbqk/ppppp/5/PPPPP/RNBQK w");
  assert.equal(await squares.count(), 25);
  const box = (name) => square(page, name).boundingBox();
  const [a1, e5] = [await box("a1"), await box("e5")];
  assert.ok(a1.x < e5.x && a1.y > e5.y);
  assert.ok(Math.abs(a1.width - a1.height) < 1 && a1.width > 40, `squares are ${a1.width} by ${a1.height}`);
  for (const dark of ["a1", "e1", "a5", "e5", "c3"]) assert.match(await square(page, dark).getAttribute("class"), /dark/);
  await eventually(() => page.locator(".coordinates").textContent(), "54321abcde");
  await eventually(() => verdict(page, ".status").textContent(), "safe");
  await drag(page, square(page, "b1"), square(page, "c3"));
  await fen(page, "rnbqk/ppppp/2N2/PPPPP/R1BQK w");
  await button(page, "Flip board").click();
  await eventually(() => page.locator(".coordinates").textContent(), "12345edcba");
  await square(page, "e1").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel.slice(0, 2)), "a2");
  await fitsWidth(page);
  await accessible(page);
  await page.getByLabel("Game").selectOption("los-alamos");
  await fen(page, "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w");
  assert.equal(await squares.count(), 36);
  assert.equal(await page.getByRole("button", { name: /^Put white/ }).count(), 5);
  assert.equal(await page.getByRole("button", { name: "Put white bishop" }).count(), 0);
  await fitsWidth(page);
});

both("a typed FEN is set; a wrong one says where", "", async (page) => {
  await position(page).fill("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
  await position(page).press("Enter");
  await eventually(() => label(page, "g7"), /^g7, white queen/);
  await position(page).fill("7k/9/6K1/8/8/8/8/8 b - - 0 1");
  await position(page).press("Enter");
  await eventually(() => page.locator(".fen .problem mark").textContent(), "9");
  assert.equal(await position(page).getAttribute("aria-invalid"), "true");
  assert.match(await page.locator(".fen .problem").textContent(), /column 4/);
  await accessible(page);
});

test("the board is exported as SVG and PNG", () =>
  visit("desktop", "#fen=7k/6Q1/6K1/8/8/8/8/8_b_-_-_0_1", async (page) => {
    const svg = await downloaded(page, () => button(page, "SVG").click());
    assert.equal(svg.name, "board.svg");
    assert.match(svg.bytes.toString(), /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    const png = await downloaded(page, () => button(page, "PNG").click());
    assert.equal(png.name, "board.png");
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(png.bytes.readUInt32BE(16) >= 800 && png.bytes.length > 5000);
  }));

both("a rank of seven squares: the likeliest boards to choose from", "", async (page) => {
  await position(page).fill("rnbqkbnr/pppppppp/8/7/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  await position(page).press("Enter");
  const readings = page.getByRole("list", { name: "What it may mean" });
  await eventually(() => readings.getByRole("button").count().then((n) => n > 0), true);
  await readings.getByRole("button").first().click();
  await fen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  assert.equal(await readings.count(), 0);
});
