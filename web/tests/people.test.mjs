// The seven people of docs/for on the page: each brings what they have, in the form in which they have it, and gets to an
// answer that is checked, without reading anything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, both, button, downloaded, eventually, fen, fitsWidth, paste, square, TYPED, verdict, visit } from "./browser.mjs";

/** A file is dropped on the page, wherever. */
async function drop(page, name, text) {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent("header", "drop", { dataTransfer: data });
}

const judged = (page) => page.locator(".judged .verified").allTextContents();
const download = (page, within) => downloaded(page, () => page.locator(within).getByRole("button", { name: "Download certificate" }).first().click());

/** Keeps the certificate of an answer, and drops it on the page again. */
async function checked(page, within, expected) {
  const { name, bytes } = await download(page, within);
  await drop(page, name, bytes.toString());
  await eventually(async () => (await judged(page))[0], expected);
}

both("a player pastes a link and asks whether it was mate; and a game, and what was missed in it", "", async (page) => {
  await paste(page, "https://lichess.org/analysis/standard/R5k1/5ppp/8/8/8/8/8/4K3_b_-_-_0_1");
  await eventually(() => verdict(page, ".status").textContent(), "checkmate");
  await checked(page, ".status", /^Accepted: .*checkmate/);
  await paste(page, "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Nf3 *");
  const moves = page.getByRole("group", { name: "Moves" });
  await moves.getByRole("button", { name: "Nf6" }).click();
  await eventually(() => page.locator("[data-live=win]").innerText(), "Mate in 1 move");
  await page.getByRole("tab", { name: "Forced win?" }).click();
  await button(page, "Solve").click();
  await eventually(() => verdict(page, ".result").textContent(), "win");
  await checked(page, ".result", /^Accepted: .*win within 1 ply/);
});

both("an arbiter has a fallen flag, and a scoresheet that cannot be played", "", async (page) => {
  await paste(page, "White Kg1 Pa6 Pb5 Black Kc8 Pa7 Pb6\nWhite to move");
  await fen(page, "2k5/p7/Pp6/1P6/8/8/8/6K1 w - - 0 1");
  await page.getByRole("tab", { name: "Flag fell?" }).click();
  await page.getByRole("radio", { name: "Black’s flag" }).check();
  await button(page, "Can it still be won?").click();
  await eventually(() => verdict(page, ".result").textContent(), /^(1-0|1\/2-1\/2)$/);
  await checked(page, ".result", /^Accepted: (un)?winnable by white/);
  await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb4 a6 4. La4 Sf6 *\n');
  await eventually(() => page.locator("#tab-panel .problem p").first().innerText(), "Bb4 cannot be played after Nf3 Nc6: no white bishop can go to b4.");
  await page.locator("#tab-panel .problem").getByRole("button", { name: "Bb5" }).click();
  await eventually(() => page.locator("#tab-panel .problem").count(), 0);
});

/** As a data base of puzzles exports it. */
const PUZZLES = `PuzzleId,FEN,Moves,Rating,Themes
00sHx,6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1,a1a8,900,backRankMate mateIn1
00sJ9,7k/5K2/8/8/8/8/8/6Q1 w - - 0 1,g1g7,600,mateIn1
00sJb,7k/5K2/6Q1/8/8/8/8/8 b - - 0 1,h8g8,700,endgame
00sO1,7k/5K2/9/8/8/8/8/8 w - - 0 1,f7f8,700,endgame
`;

both("a curator drops a file of puzzles: which have their mate, which not, which cannot be read", "", async (page) => {
  await drop(page, "puzzles.csv", PUZZLES);
  await eventually(() => page.locator(".case").count(), 4);
  await page.getByRole("combobox", { name: "Question" }).selectOption("win");
  await button(page, "Ask all").click();
  await eventually(() => page.locator(".case strong").allTextContents(), ["win 1", "win 1", "no-win never"]);
  assert.deepEqual(await page.locator(".case small").allTextContents(), ["00sHx", "00sJ9", "00sJb"]);
  assert.match(await page.locator(".case.bad").textContent(), /found '9'/);
  await page.locator(".case").first().getByRole("button", { name: /^Ask/ }).click();
  await eventually(() => verdict(page, ".result").textContent(), "win");
  await checked(page, ".result", /^Accepted: .*win within 1 ply/);
});

const PROBLEMS = `BeginProblem
Author      N. N.
Title       Three moves
Stipulation #3
Option      Variation
Pieces      White Ke1 Rc1 Bc8 Sa6c6 Pa4a3a2
            Black Ka8 Rd2 Bb6d1 Pc7d4d3c2e2
NextProblem
Title       Together
Stipulation h#2
Pieces      White Kf5 Rb4
            Black Kc7
Twin        Move b4 b5
NextProblem
Condition   Circe
Stipulation #2
Forsyth     8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8
EndProblem
`;

both("a problemist drops a file of Popeye: all its problems solved, a helpmate walked through, its claim checked", "", async (page, size) => {
  await drop(page, "problems.inp", PROBLEMS);
  await eventually(() => page.locator(".case").count(), 4);
  assert.deepEqual(await page.locator(".case small").allTextContents(), ["Three moves", "Together a)", "Together b)"]);
  assert.match(await page.locator(".case.bad").textContent(), /condition 'Circe' is not supported/);
  await button(page, "Ask all").click();
  await eventually(() => page.locator(".case strong").allTextContents(), ["win 5", "solved 4", "solved 4"]);
  await page.locator(".case").nth(1).getByRole("button", { name: /^Ask/ }).click();
  await eventually(() => verdict(page, ".result").textContent(), "solved");
  await eventually(() => page.locator(".result .notation").first().textContent(), "1... Kd8 2. Ke6 Ke8 3. Rb8#");
  await fitsWidth(page);
  if (size === "desktop") await accessible(page);
  await checked(page, ".result", /^Accepted: .*solved h#2, 1 solution/);
});

test("a problemist pastes an EPD: its stipulation is ready to be solved", () =>
  visit("desktop", "", async (page) => {
    await paste(page, '4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - - stipulation "s#2"; id "Loyd";');
    await eventually(() => page.getByRole("combobox", { name: "Stipulation" }).inputValue(), "selfmate");
    await button(page, "Solve").click();
    await eventually(() => verdict(page, ".result").textContent(), "solved");
    await checked(page, ".result", /^Accepted: /);
  }));

/** Drawn as in a book: nothing says who is to move. */
const DIAGRAM = `
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . k . p
. . . . . . . K
`;

both("a retro analyst pastes a diagram without side to move: both sides are asked, and what was before is checked", "", async (page, size) => {
  await paste(page, DIAGRAM);
  await fen(page, "8/8/8/8/8/8/5k1p/7K w - - 0 1");
  await eventually(() => page.locator(".notice").innerText(), /does not say who is to move/);
  await page.getByRole("tab", { name: "Its past?" }).click();
  assert.ok(await page.getByLabel("Side to move").isChecked());
  await button(page, "What was before?").click();
  await eventually(() => page.locator(".past .verdict").allTextContents(), ["possiblewhite to move", "impossibleblack to move"]);
  await fitsWidth(page);
  if (size === "desktop") await accessible(page);
  // Black to move is impossible, by a proof; White to move is possible, by a game.
  await checked(page, ".past[aria-label^=black]", /^Accepted: .*illegal/);
  await page.getByRole("tab", { name: "Its past?" }).click();
  await checked(page, ".past[aria-label^=white]", /^Accepted: .*legal/);
});

test("a text that says who is to move leaves nothing to be assumed", () =>
  visit("desktop", "", async (page) => {
    await paste(page, DIAGRAM);
    await eventually(() => page.locator(".notice").count(), 1);
    await paste(page, `${DIAGRAM.trim()}\nBlack to move\n`);
    await fen(page, "8/8/8/8/8/8/5k1p/7K b - - 0 1");
    assert.equal(await page.locator(".notice").count(), 0);
    await page.getByRole("tab", { name: "Its past?" }).click();
    assert.equal(await page.getByLabel("Side to move").isChecked(), false);
  }));

both("a teacher pastes a diagram with a slip: the boards that it may mean, the reason, and its proof", "", async (page, size) => {
  await paste(page, TYPED);
  await eventually(() => page.locator(".case.bad").textContent(), /Expected 8 squares in this row, found 7/);
  const readings = page.getByRole("list", { name: "What it may mean" });
  await eventually(() => readings.getByRole("button").count().then((n) => n > 1), true);
  await fitsWidth(page);
  if (size === "desktop") await accessible(page);
  // The queen on f7: stalemate. On g7 it would be mate.
  await readings.getByRole("button").nth(1).click();
  await eventually(() => verdict(page, ".status").textContent(), "stalemate");
  assert.equal(await readings.count(), 0);
  assert.match(await page.locator(".status .sentence").textContent(), /nothing attacks the king on h8/);
  await checked(page, ".status", /^Accepted: .*stalemate/);
});

/** A study as it is exported: chapters with their positions, variations, a slip of the pen in the last. */
const LESSON = `[Event "Lesson 4: Back rank"]
[Site "https://lichess.org/study/abcdefgh/12345678"]
[Result "*"]
[UTCDate "2026.11.20"]
[Variant "Standard"]
[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]
[SetUp "1"]

{ Why can Black not run? [%csl Rf8,Rh8] } 1. g3 (1. Ra8# { [%cal Ga1a8] }) 1... h6 *


[Event "Lesson 4: Exercise"]
[Site "https://lichess.org/study/abcdefgh/87654321"]
[Result "*"]
[Variant "From Position"]
[FEN "6k1/5ppp/8/8/8/1r6/5PPP/R5K1 b - - 0 1"]
[SetUp "1"]

1... h6 2. Rb8+ Kh7 *
`;

both("a teacher pastes a study: a move that cannot be played is replaced, and the mate is proved", "", async (page) => {
  await paste(page, LESSON);
  const moves = page.getByRole("group", { name: "Moves" });
  await eventually(async () => (await moves.innerText()).replace(/\s+/g, " "), /Why can Black not run\? 1\. g3 \( ?1\. Ra8#/);
  await eventually(() => page.locator(".arrows .red").count(), 2);
  await page.getByRole("combobox", { name: "Game of this file" }).selectOption({ index: 1 });
  await eventually(() => page.locator("#tab-panel .problem p").first().innerText(), /^Rb8\+ cannot be played after 1\.\.\. h6: the rook on a1 cannot go to b8/);
  await page.locator("#tab-panel .problem").getByRole("button").first().click();
  await eventually(() => page.locator("#tab-panel .problem").count(), 0);
  // Back to the first chapter: is there a mate, and is that certain?
  await page.getByRole("combobox", { name: "Game of this file" }).selectOption({ index: 0 });
  await eventually(() => page.locator("[data-live=win]").innerText(), "Mate in 1 move");
  await page.getByRole("tab", { name: "Forced win?" }).click();
  await button(page, "Solve").click();
  await eventually(() => verdict(page, ".result").textContent(), "win");
  await checked(page, ".result", /^Accepted: .*win within 1 ply/);
});

/** What a generator wrote: of ten boards one is mate, and some are no positions. */
const made = (n) => (n % 500 === 7 ? "4k3/9/8/8/8/8/8/4K3 w - - 0 1" : n % 10 === 3 ? `7k/6Q1/6K1/8/8/8/8/8 b - - 0 ${n + 1}` : `4k3/8/8/8/8/8/8/4K2R w K - 0 ${n + 1}`);
const SAMPLES = {
  "samples.csv": ["sample_id,split,fen", ...Array.from({ length: 2000 }, (_, n) => `s${n},train,${made(n)}`)],
  "samples.jsonl": Array.from({ length: 2000 }, (_, n) => JSON.stringify({ sample_id: `s${n}`, split: "train", fen: made(n) })),
};

for (const [name, lines] of Object.entries(SAMPLES)) {
  test(`an engineer drops ${name} with 2,000 positions: totals, answers under their names, all certificates checked`, () =>
    visit("desktop", "", async (page) => {
      await drop(page, name, lines.join("\n"));
      await eventually(() => page.locator(".list > .hint").textContent(), "2,000 of 2,000 shown");
      await page.getByLabel("With certificates").check();
      await button(page, "Ask all").click();
      const totals = page.getByRole("group", { name: "Totals" });
      await eventually(async () => (await totals.getByRole("button").allTextContents()).join("; "), "safe 1,796; checkmate 200; not read 4");
      const { bytes } = await downloaded(page, () => button(page, "JSON lines").click());
      const answers = bytes.toString().trim().split("\n").map(JSON.parse);
      assert.deepEqual([answers.length, answers[3].id, answers[3].verdict], [2000, "s3", "checkmate"]);
      // One of them on the board, by its name.
      await page.getByLabel("Search").fill("s1993");
      await page.locator(".rows .space .row").first().click();
      await eventually(() => verdict(page, ".status").textContent(), "checkmate");
      await page.locator(".status").getByRole("button", { name: "Check independently" }).click();
      await eventually(() => page.locator(".status .verified").textContent(), /^Accepted/);
      // All of them, as they were kept; those without a position claim nothing.
      const proved = answers.filter(({ certificate }) => certificate).map((one) => `${JSON.stringify(one)}\n`);
      await drop(page, "answers.jsonl", proved.join(""));
      await eventually(async () => (await judged(page))[0], "All 1996 accepted", 120_000);
      // One that was changed is found among them.
      const altered = proved.slice(0, 100).map((line, n) => (n === 41 ? line.replace('"verdict":"safe"', '"verdict":"checkmate"') : line));
      await drop(page, "altered.jsonl", altered.join(""));
      await eventually(async () => (await judged(page))[0], "99 of 100 accepted");
      assert.match((await judged(page))[1], /^Refused/);
      assert.match(await page.locator(".judged strong").nth(1).textContent(), /altered\.jsonl, line 42/);
    }));
}
