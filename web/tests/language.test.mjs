// The page in other languages: the choice, and no label of any panel left in English.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { runnerImport } from "vite";
import { accessible, both, button, downloaded, drag, eventually, fitsWidth, paste, square, verdict, visit } from "./browser.mjs";

const ROOT = new URL("../src/words/", import.meta.url).pathname;
const table = async (name, member) => (await runnerImport(`${ROOT}${name}.ts`)).module[member];
/** All but English. */
const TAGS = ["de", "fr", "es"];
let EN;
const TABLES = {};
before(async () => {
  EN = await table("en", "EN");
  for (const name of TAGS) TABLES[name] = await table(name, "WORDS");
});

const language = (page) => page.locator("header .language select");
const speak = async (page, name) => {
  await language(page).selectOption(name);
  await eventually(() => page.evaluate(() => document.documentElement.lang), name);
};

for (const name of TAGS) {
  both(`the page speaks ${name}, from then on, with letters, numbers and names of games`, "", async (page, size) => {
    assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
    await speak(page, name);
    const say = TABLES[name];
    const tabs = await page.getByRole("tab").allTextContents();
    assert.deepEqual(tabs.sort(), Object.values(say.page.tabs).sort());
    assert.equal(await square(page, "e1").getAttribute("aria-label"), `e1, ${say.men.K}`);
    await page.getByRole("tab", { name: say.page.tabs.analyse, exact: true }).click();
    assert.equal(await page.getByLabel(say.analyse.letters).inputValue(), name);
    await eventually(() => verdict(page, ".status").textContent(), say.verdicts.safe);
    for (const tab of Object.values(say.page.tabs)) {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      await fitsWidth(page);
      const [scroll, client] = await page.getByRole("tablist").evaluate((all) => [all.scrollWidth, all.clientWidth]);
      assert.ok(scroll <= client, `the tabs are ${scroll} wide in ${client}`);
    }
    if (size === "desktop") await accessible(page);
    await page.reload();
    await page.getByRole("grid").waitFor();
    await eventually(() => page.locator("header p").textContent(), say.page.tagline);
    assert.ok((await page.locator("header .game-choice option").allTextContents()).includes(say.games.gardner));
    // English again, and nothing is left of the other.
    await speak(page, "en");
    await eventually(() => page.locator("header p").textContent(), EN.page.tagline);
    assert.equal(await page.evaluate(() => localStorage.getItem("arbiter.letters")), null);
  });

  test(`a browser that speaks ${name} is answered so`, () =>
    visit(
      "desktop",
      "",
      async (page) => {
        await eventually(() => page.locator("header p").textContent(), TABLES[name].page.tagline);
        assert.equal(await page.evaluate(() => document.documentElement.lang), name);
      },
      { locale: `${name}-${name.toUpperCase()}` },
    ));
}

test("a language that cannot be loaded leaves the page as it is, and says so", () =>
  visit(
    "desktop",
    "",
    async (page) => {
      await page.route(/\/(de\.js|words\/de\.ts)/, (route) => route.abort());
      await language(page).selectOption("de");
      await eventually(() => page.locator(".notice").innerText(), /^Deutsch cannot be loaded/);
      assert.equal(await language(page).inputValue(), "en");
    },
    { forgive: /Failed to load resource/ },
  ));

/** A sentence of the table as a pattern of what is shown: what it is told may be anything. Too little to be known is none. */
function pattern(leaf) {
  if (typeof leaf === "string") return [leaf];
  return [["¤", "¤", "¤"], [1, 1, 1], [2, 2, 2], [1, "¤", "¤"], ["¤", 2, 2]].flatMap((args) => {
    try {
      return [leaf(...args)];
    } catch {
      return [];
    }
  });
}
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/¤/g, ".*").replace(/[12]/g, "[\\d.,\\u202f\\u00a0]+");

function* leaves(table, at = []) {
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === "object") yield* leaves(value, [...at, key]);
    else yield [[...at, key], value];
  }
}

/** What would be English on a page in German. */
function english() {
  const found = [];
  for (const [path, leaf] of leaves(EN)) {
    const other = path.reduce((table, key) => table?.[key], TABLES.de);
    const [own, theirs] = [pattern(leaf), pattern(other)];
    for (const sentence of own) {
      const letters = sentence.replace(/[¤\d\W]/g, "").length;
      if (theirs.includes(sentence) || letters < (sentence.includes("¤") ? 7 : 2)) continue;
      found.push([path.join("."), `^${escaped(sentence.trim())}$`]);
    }
  }
  return found;
}

/** What people see or hear on the page, but for the sentences of answers and what was typed. */
const texts = (page) =>
  page.evaluate(() => {
    const foreign = ":not(html)[lang=en], option[lang], [translate=no], .verified, .place, pre, code, .notation, .case strong, .judged .problem, .problem p, .chip .by";
    const out = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element.closest("script, style, noscript")) continue;
      if (node instanceof Element) for (const name of ["aria-label", "aria-valuetext", "title", "placeholder"]) out.add(node.getAttribute(name)?.trim() ?? "");
      else if (!element.closest(foreign)) out.add(node.data.trim());
    }
    out.delete("");
    return [...out];
  });

async function untranslated(page, where) {
  const all = await texts(page);
  const wrong = english().flatMap(([path, form]) => all.filter((text) => new RegExp(form, "s").test(text)).map((text) => `${path}: ${text}`));
  assert.deepEqual(wrong, [], where);
  return all;
}

/** The panels in German, each with what it shows when it was asked. */
const STEPS = [
  ["board, and reachability before it is asked", "", async () => undefined],
  ["an illegal position with repairs", "#fen=4k3/8/8/8/8/8/PPPPPPPP/B3K3_w_-_-_0_1&ask=reach&repair", async (page, t) => {
    await eventually(() => page.locator(".result .board-card").count().then((n) => n > 0), true, 60_000);
    await eventually(() => page.locator(".working").count(), 0, 60_000);
    await button(page, t.common.check).first().click();
    await eventually(() => page.locator(".verified").first().textContent(), /^Angenommen/);
  }],
  ["a proof game", "#fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2&ask=reach", async (page, t) => {
    await button(page, t.reach.playGame).click();
    await page.locator(".transport .title").waitFor();
    await button(page, t.moves.forward).click();
  }],
  ["the five rules", "#fen=4k3/8/8/8/8/3P4/1PPPPPPP/4K3_w_-_-_0_1&ask=reach&by=rules", async (page, t) => {
    await eventually(() => verdict(page, ".result").textContent(), t.verdicts.broken);
  }],
  ["the past", "#fen=8/8/8/8/8/8/5k1p/7K_w_-_-_0_1&ask=retro&anyTurn", async (page) => {
    await eventually(() => page.locator(".past").count(), 2);
    await page.locator(".past .chip").first().click();
    await page.locator(".chosen").first().waitFor();
  }],
  ["a problem with keys, tries and set play", "#fen=8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8_w_-_-_0_1&ask=win&mate=2&keys&tries&setPlay&tree", async (page) => {
    await eventually(() => page.getByRole("treeitem").count().then((n) => n > 1), true);
    await page.locator(".panel details").first().evaluate((one) => (one.open = true));
  }],
  ["a game against the proof, as the defender", "#fen=k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3_w_-_-_0_1&ask=win&mate=3", async (page, t) => {
    await button(page, t.win.playDefender).click();
    await eventually(() => page.locator(".says").innerText(), /gewinnt/);
  }],
  ["and as the attacker", "#fen=k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3_w_-_-_0_1&ask=win&mate=3", async (page, t) => {
    await button(page, t.win.playAttacker).click();
    await eventually(() => page.locator(".says").innerText(), /^Ihr Zug für Weiß/);
    await page.locator(".replies").evaluate((one) => (one.open = true));
    await page.locator(".replies .chip").first().click();
    await eventually(() => page.locator(".says").innerText(), /Schwarz|schlägt|Am besten/);
  }],
  ["a selfmate and its tree, defended to the end", "#fen=8/B7/8/8/4R1N1/kp2p3/p1RN4/K7_w_-_-_0_1&ask=win&selfmate=2&keys&tree", async (page, t) => {
    await eventually(() => page.getByRole("treeitem").count(), 4);
    await button(page, t.win.playDefender).click();
    await eventually(() => page.locator(".says").innerText(), /erzwingt das Selbstmatt/);
    await page.locator(".duel .chip", { hasText: "exd2" }).click();
    await eventually(() => page.locator(".says").innerText(), /Schwarz muss mattsetzen/);
    await untranslated(page, "before the mate");
    await page.locator(".duel .chip").first().click();
    await eventually(() => page.locator(".says").innerText(), "b2#: matt. Weiß hat das Ziel erreicht: das Selbstmatt.");
  }],
  ["a reflexmate that is missed", "#fen=k7/8/7R/8/6R1/8/8/7K_w_-_-_0_1&ask=win&reflexmate=1", async (page, t) => {
    await button(page, t.win.playAttacker).click();
    await page.locator(".replies").evaluate((one) => (one.open = true));
    await page.locator(".duel .chip", { hasText: "Th7" }).click();
    await eventually(() => page.locator(".says").innerText(), /kann jetzt mattsetzen und muss es tun/);
  }],
  ["a helpmate", "#fen=8/2k5/8/5K2/1R6/8/8/8_b_-_-_0_1&ask=win&helpmate=2", async (page, t) => {
    await eventually(() => verdict(page, ".result").textContent(), t.verdicts.solved);
    await page.locator(".result .notation").first().waitFor();
  }],
  ["a win that the other side has", "#fen=q3/4/4/1Q2_b&rules=simplified&ask=win&within=5", async (page) => {
    await page.locator(".result").waitFor();
  }],
  ["a flag", "#fen=7k/7p/8/8/8/8/p6P/7K_b_-_-_0_1&ask=dead&flag=none", async (page) => {
    await page.locator(".result .notation").first().waitFor();
  }],
  ["questions about chess, on another board", "#fen=1q2/4/4/Q2n_w&rules=simplified", async (page, t) => {
    for (const tab of ["reach", "retro", "dead"]) {
      await page.getByRole("tab", { name: t.page.tabs[tab], exact: true }).click();
      await untranslated(page, tab);
    }
  }],
  ["mate, and what refutes each move", "#fen=7k/5Q2/6K1/8/8/8/8/8_b_-_-_0_1", async (page) => {
    await page.locator(".refuted .chip").first().hover();
  }],
  ["no position, rights that are lost, a text that is none", "", async (page, t) => {
    await drag(page, square(page, "h1"), square(page, "h5"));
    await eventually(() => page.locator(".notice").innerText(), /Rochaderechte/);
    await page.locator("#fen").fill("rnbqkbnr/pppppppp/8/7/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    await page.locator("#fen").press("Enter");
    await page.locator(".readings").waitFor();
    await untranslated(page, "readings");
    await button(page, t.board.clear).click();
    await eventually(() => verdict(page, ".status").textContent(), t.status.noPositionYet);
  }],
  ["a game with an illegal move, its comments and variations", "", async (page, t) => {
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb4 a6 4. Ba4 *\n\n[White "C"]\n\n1. d4 *\n');
    await page.locator("#tab-panel .problem").waitFor();
    await untranslated(page, "the illegal move");
    await page.locator("#tab-panel .problem .chip").first().click();
    await eventually(() => page.locator("#tab-panel .problem").count(), 0);
    await page.getByRole("group", { name: t.moves.list }).getByRole("button", { name: "c5" }).click();
    await button(page, t.moves.comment).click();
    await page.locator("textarea").first().waitFor();
    await untranslated(page, "a comment");
    await page.locator("#move").fill("Sh5");
    await page.locator("#move").press("Enter");
    await eventually(() => page.locator(".type-move .problem").innerText(), /^Sh5 ist nicht spielbar: .* War /);
    await eventually(() => page.locator("[data-live=win]").innerText(), /Kein erzwungenes Matt/);
    await eventually(() => page.locator("[data-live=reach]").innerText(), t.analyse.played);
  }],
  ["cases of a contest, and a list", "", async (page, t) => {
    await paste(page, "2\nw\n........\n........\n........\n........\n........\n..K.....\n..Q.....\n..k.....\nB\nK.......\n.q......\n.k......\n........\n........\n........\n........\n........\n");
    await eventually(() => page.locator(".case").count(), 2);
    await untranslated(page, "cards");
    const rows = Array.from({ length: 30 }, (_, n) => (n === 7 ? "4k3/9/8/8/8/8/8/4K3 w" : `7k/6Q1/6K1/8/8/8/8/8 b - - 0 ${n + 1}`));
    await paste(page, rows.join("\n"));
    await untranslated(page, "a list");
    await button(page, t.cases.askAll).click();
    await eventually(async () => (await page.getByRole("group", { name: t.list.totals }).getByRole("button").allTextContents()).join("; "), "Matt 29; nicht gelesen 1");
    const csv = (await downloaded(page, () => button(page, t.list.csv).click())).bytes.toString();
    assert.match(csv, /^line,id,position,verdict,detail\r\n1,,7k\/6Q1\/6K1\/8\/8\/8\/8\/8 b - - 0 1,checkmate,/, "files are for programs, and stay as they are");
  }],
  ["a diagram that does not say who is to move", "", async (page) => {
    await paste(page, `${"........\n".repeat(6)}.....k.p\n.......K\n`);
    await eventually(() => page.locator(".notice").innerText(), /wer am Zug ist/);
  }],
  ["certificates", "", async (page, t) => {
    await page.getByRole("tab", { name: t.page.tabs.proofs, exact: true }).click();
    await page.locator(".dropzone input").setInputFiles({ name: "none.json", mimeType: "application/json", buffer: Buffer.from("this is no JSON") });
    await eventually(() => page.locator(".judged .problem").textContent(), t.proofs.noJson);
  }],
  ["a link that cannot be read", "#fen=8/8/8_w", async (page) => {
    await eventually(() => page.locator(".notice").innerText(), /^Dieser Link ist nicht lesbar/);
  }],
];

for (const [name, hash, body] of STEPS) {
  test(`nothing is left in English: ${name}`, () =>
    visit(
      "desktop",
      hash,
      async (page) => {
        await eventually(() => page.locator("header p").textContent(), TABLES.de.page.tagline);
        await body(page, TABLES.de);
        const all = await untranslated(page, name);
        // (So that a page without words would not do.)
        assert.ok(all.filter((text) => /\p{L}{3}/u.test(text)).length > 25, all.join("; "));
      },
      { locale: "de-DE" },
    ));
}

test("English is noticed where it is left", () =>
  visit("desktop", "", async (page) => {
    await assert.rejects(untranslated(page, "in English"), ({ actual }) => actual.length > 50 && actual.includes("page.tabs.reach: Can it arise?"));
  }));
