// Making moves: the analysis board, games that people bring, and what is known at every ply.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, downloaded, drag, eventually, fen, fitsWidth, paste, square, verdict, visit } from "./browser.mjs";

const mode = (page, name) => page.getByRole("radio", { name, exact: true }).check();
const moves = (page) => page.getByRole("group", { name: "Moves" });
const text = async (page) => (await moves(page).innerText()).replace(/\s+/g, " ").replace(/\( /g, "(").replace(/ \)/g, ")").trim();
const link = (page) => page.evaluate(() => decodeURIComponent(location.hash));
/** Whether the game has come to a position. */
const at = async (page, start) => {
  await page.getByRole("radio", { name: "Set up", exact: true }).check();
  await eventually(async () => (await page.getByLabel("Position", { exact: true }).inputValue()).startsWith(start), true);
  await page.getByRole("radio", { name: "Play", exact: true }).check();
};

async function type(page, ...sans) {
  for (const san of sans) {
    await page.getByLabel("Move", { exact: true }).fill(san);
    await page.getByLabel("Move", { exact: true }).press("Enter");
    await eventually(() => page.getByLabel("Move", { exact: true }).inputValue(), "");
  }
}

both("moves are made by drag, by two clicks, by typing and by keys", "", async (page) => {
  await mode(page, "Play");
  await eventually(() => page.locator(".square.movable").count(), 10);
  await drag(page, square(page, "e2"), square(page, "e4"));
  await eventually(() => text(page), "1. e4");
  await square(page, "e7").click();
  await eventually(() => page.locator(".square.target").count(), 2);
  await square(page, "e5").click();
  await eventually(() => text(page), "1. e4 e5");
  await type(page, "nf3");
  await eventually(() => text(page), "1. e4 e5 2. Nf3");
  await square(page, "b8").focus();
  await page.keyboard.press("Enter");
  await square(page, "c6").focus();
  await page.keyboard.press("Enter");
  await eventually(() => text(page), "1. e4 e5 2. Nf3 Nc6");
  // An illegal move is not made, and the reason is told.
  await page.getByLabel("Move", { exact: true }).fill("Nh5");
  await page.getByLabel("Move", { exact: true }).press("Enter");
  await eventually(() => page.locator(".type-move .problem").innerText(), /^Nh5 cannot be played: no white knight can go to h5\. Did you mean .*Nh4/);
  await drag(page, square(page, "f3"), square(page, "f6"));
  await eventually(() => text(page), "1. e4 e5 2. Nf3 Nc6");
  await fitsWidth(page);
  await accessible(page);
});

test("what is pressed before the legal moves are known counts when they come", () =>
  visit("desktop", "", async (page) => {
    const held = [];
    await page.route("**/api/v1/play", (route) => void held.push(route));
    const answer = async () => {
      await eventually(async () => held.length > 0, true);
      for (const route of held.splice(0)) await route.continue();
    };
    await mode(page, "Play");
    await drag(page, square(page, "e2"), square(page, "e4"));
    await answer();
    await eventually(() => text(page), "1. e4");
    await square(page, "e7").click();
    await square(page, "e5").click();
    await answer();
    await eventually(() => text(page), "1. e4 e5");
    // One that is taken back, and one that is no move.
    await square(page, "g1").click();
    await square(page, "f3").click();
    await page.keyboard.press("Escape");
    await square(page, "d2").click();
    await square(page, "d5").click();
    await answer();
    await eventually(() => page.locator(".square.selected").count(), 0);
    await square(page, "b1").click();
    await eventually(() => page.locator(".square.target").count(), 2);
    assert.equal(await text(page), "1. e4 e5");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }));

both("back, variations, comments, promotion and deletion", "", async (page) => {
  await mode(page, "Play");
  await type(page, "e4", "e5", "Nf3");
  await button(page, "Back").click();
  await button(page, "Back").click();
  await type(page, "c5", "Nc3");
  await eventually(() => text(page), "1. e4 e5 (1… c5 2. Nc3) 2. Nf3");
  await button(page, "Promote variation").click();
  await eventually(() => text(page), "1. e4 c5 (1… e5 2. Nf3) 2. Nc3");
  await button(page, "Comment").click();
  await page.getByLabel("Comment on Nc3").fill("Closed.");
  await page.getByLabel("Comment on Nc3").blur();
  await eventually(() => text(page), "1. e4 c5 (1… e5 2. Nf3) 2. Nc3 Closed.");
  const pgn = await downloaded(page, () => button(page, "Download PGN").click());
  assert.match(pgn.bytes.toString(), /\n1\. e4 c5 \(1\.\.\. e5 2\. Nf3\) 2\. Nc3 \{ Closed\. \} \*\n$/);
  const gif = await downloaded(page, () => button(page, "Download GIF").click());
  assert.equal(gif.bytes.subarray(0, 6).toString(), "GIF89a");
  // Width and height, and a picture for each position.
  assert.deepEqual([gif.bytes.readUInt16LE(6), gif.bytes.readUInt16LE(8)], [480, 480]);
  assert.equal(gif.bytes.toString("latin1").split("\x21\xf9\x04").length - 1, 4);
  await button(page, "Delete from Nc3 on").click();
  await eventually(() => text(page), "1. e4 c5 (1… e5 2. Nf3)");
  await at(page, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq");
});

test("the browser's Back is undo, and Forward redo", () =>
  visit("desktop", "", async (page) => {
    await drag(page, square(page, "e2"), square(page, "e4"));
    await mode(page, "Play");
    await page.getByRole("radio", { name: "Set up" }).check();
    await drag(page, square(page, "a1"), square(page, "a5"));
    await eventually(() => page.locator(".notice").innerText(), "Castling rights that no longer fit were dropped: White queenside.");
    await fen(page, "rnbqkbnr/pppppppp/8/R7/4P3/8/PPPP1PPP/1NBQKBNR w Kkq - 0 1");
    await page.goBack();
    await fen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
    await page.goBack();
    await fen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await page.goForward();
    await fen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
    // Undo and Back are one history, however fast.
    await page.goForward();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await fen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await page.goForward();
    await fen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
    await eventually(() => link(page), /4P3/);
    // A link is a place too.
    await page.evaluate(() => (location.hash = "#fen=8/8/8/8/8/8/8/K1k5_w_-_-_0_1"));
    await fen(page, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
    await page.goBack();
    await fen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  }));

both("a link that cannot be read says so", "#fen=8/8/8_w", async (page) => {
  await eventually(() => page.locator(".notice").innerText(), "This link cannot be read: “8/8/8 w” is not a position of Chess written as FEN.");
  await fen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
});

const STUDY = `[Event "Study"]
[White "A"]
[Black "B"]

{ Two ways. } 1. e4 e5 (1... c5 2. Nf3 { [%cal Gf3d4] }) 2. Nf3 Nc6 1-0

[Event "Second"]

1. d4 *
`;

both("a game is pasted: variations, comments, drawings, a list of games", "", async (page) => {
  await paste(page, STUDY);
  await eventually(() => text(page), "Two ways. 1. e4 e5 (1… c5 2. Nf3) 2. Nf3 Nc6");
  await moves(page).getByRole("button", { name: "Nf3" }).first().click();
  await eventually(() => page.locator(".arrows .green").count(), 1);
  await at(page, "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  await page.getByRole("combobox", { name: "Game of this file" }).selectOption({ label: "2. Second" });
  await eventually(() => text(page), "1. d4");
});

both("a game with an illegal move is shown up to it, with the reason and what was meant", "", async (page) => {
  await paste(page, '[White "Scoresheet"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb4 a6 4. Ba4 Nf6 *\n');
  await eventually(() => text(page), "1. e4 e5 2. Nf3 Nc6");
  await eventually(() => page.locator("#tab-panel .problem p").first().innerText(), "Bb4 cannot be played after Nf3 Nc6: no white bishop can go to b4.");
  await at(page, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  await button(page, "Bb5").click();
  await eventually(() => text(page), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6");
  assert.equal(await page.locator("#tab-panel .problem").count(), 0);
});

both("at every ply it is told whether it can arise and whether a mate is forced", "", async (page) => {
  await mode(page, "Play");
  await type(page, "f3", "e5", "g4");
  await eventually(() => page.locator("[data-live=reach]").innerText(), "Yes: the moves of this game lead to it.");
  await eventually(() => page.locator("[data-live=win]").innerText(), "Mate in 1 move");
  await type(page, "Qh4");
  await eventually(() => verdict(page, ".status").textContent(), "checkmate");
  await eventually(() => page.locator("[data-live=win]").innerText(), "No forced mate, however long");
  // What was found before is there, and is not asked again.
  const asked = [];
  page.on("request", (request) => request.url().endsWith("/win") && asked.push(request.url()));
  await button(page, "Back").click();
  await eventually(() => page.locator("[data-live=win]").innerText(), "Mate in 1 move");
  await page.waitForTimeout(500);
  assert.deepEqual(asked, []);
});

test("the search for a mate goes on while one thinks", () =>
  visit("desktop", "#fen=r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_w_KQkq_-_4_4", async (page) => {
    await page.getByRole("tab", { name: "Analyse" }).click();
    await eventually(async () => /No forced mate within [2-9] moves/.test(await page.locator("[data-live=win]").innerText()), true);
    await eventually(async () => /legal/i.test(await page.locator("[data-live=reach]").innerText()), true);
  }));

test("arrows and circles are drawn with the right button; f turns the board", () =>
  visit("desktop", "", async (page) => {
    const middle = async (name) => {
      const { x, y, width, height } = await square(page, name).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    async function draw(from, to) {
      await page.mouse.move(...(await middle(from)));
      await page.mouse.down({ button: "right" });
      await page.mouse.move(...(await middle(to)));
      await page.mouse.up({ button: "right" });
    }
    await draw("g1", "f3");
    await draw("e4", "e4");
    await eventually(() => page.locator(".arrows .green").count(), 2);
    await draw("g1", "f3");
    await eventually(() => page.locator(".arrows .green").count(), 1);
    await page.keyboard.press("f");
    const [a1, h8] = [await square(page, "a1").boundingBox(), await square(page, "h8").boundingBox()];
    assert.ok(a1.y < h8.y && a1.x > h8.x);
  }));

both("a link has the moves, and asks of where they lead", "#fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1&moves=f2f3,e7e5,g2g4&ask=win&mate=1", async (page) => {
  await eventually(() => text(page), "1. f3 e5 2. g4");
  await eventually(() => verdict(page, ".result").textContent(), "win");
  await page.getByRole("tab", { name: "Analyse" }).click();
  await type(page, "Qh4");
  await eventually(() => link(page), /&moves=f2f3,e7e5,g2g4,d8h4$/);
  await page.reload();
  await eventually(() => text(page), "1. f3 e5 2. g4 Qh4#");
});

both("a promotion is asked about", "#fen=8/4P3/8/8/8/2k5/8/4K3_w_-_-_0_1", async (page) => {
  await mode(page, "Play");
  await eventually(() => page.locator(".square.movable").count(), 2);
  await square(page, "e7").click();
  await square(page, "e8").click();
  await page.getByRole("group", { name: "Promote to" }).getByRole("button", { name: "knight" }).click();
  await eventually(() => text(page), "1. e8=N");
});
test("a choice of promotion ends with a jump, also to the same men", () =>
  visit("desktop", "#fen=8/4P3/8/8/8/2k5/8/4K3_w_-_-_0_1", async (page) => {
    await mode(page, "Play");
    await type(page, "Kf1", "Kc4", "Ke1", "Kc3");
    await eventually(() => text(page), "1. Kf1 Kc4 2. Ke1 Kc3");
    const choice = page.getByRole("group", { name: "Promote to" });
    await square(page, "e7").click();
    await square(page, "e8").click();
    await choice.waitFor();
    await button(page, "To the start").click();
    await eventually(() => choice.count(), 0);
    await eventually(() => text(page), "1. Kf1 Kc4 2. Ke1 Kc3");
  }));

test("games on small boards end when the queen is taken", () =>
  visit("desktop", "#fen=1q2/4/4/1Q1n_w&rules=simplified", async (page) => {
    await mode(page, "Play");
    await type(page, "Qxb4");
    await eventually(() => text(page), "1. Qxb4");
  }));

both("moves are shown and typed in the letters of other languages, and a scoresheet in them is read", "", async (page) => {
  await page.getByRole("tab", { name: "Analyse" }).click();
  await page.getByLabel("Letters of pieces").selectOption("de");
  await mode(page, "Play");
  await type(page, "e4", "e5", "Sf3");
  await eventually(() => text(page), "1. e4 e5 2. Sf3");
  // It is kept for the next visit; in the file it stays English.
  await page.reload();
  // Nobody pastes before there is a page.
  await page.locator(".status .pill").waitFor();
  await paste(page, "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6");
  await eventually(() => text(page), "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6");
  const pgn = await downloaded(page, () => button(page, "Download PGN").click());
  assert.match(pgn.bytes.toString(), /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 a6 4\. Bxc6 \*/);
});

for (const game of ["standard", "pawnless", "simplified", "simplified-pawns", "gardner", "los-alamos"]) {
  test(`moves are made, taken back and looked at in every game: ${game}`, () =>
    visit("desktop", "", async (page) => {
      await page.getByLabel("Game", { exact: false }).first().selectOption(game);
      await mode(page, "Play");
      await eventually(() => page.locator(".square.movable").count().then((n) => n > 0), true);
      await page.locator(".square.movable").first().click();
      await eventually(() => page.locator(".square.target").count().then((n) => n > 0), true);
      await page.locator(".square.target").first().click();
      await eventually(() => text(page), /^1\. \S+$/);
      await eventually(() => page.locator(".square.last").count(), 2);
      await eventually(async () => /forced|Mate|win/.test(await page.locator("[data-live=win]").innerText()), true);
      await page.goBack();
      await eventually(() => moves(page).innerText(), "");
      assert.equal(await page.locator(".problem").count(), 0);
    }));
}
