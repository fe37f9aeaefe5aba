// The package for npm: in Node, in Chromium and in its workers, as it is installed. ARBITER_NPM is a project that it is
// installed in (dist/build says so); otherwise it is put together here, if web/static has built the module.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { make } from "../../dist/npm/make.mjs";

const MODULE = new URL("../dist/arbiter.wasm", import.meta.url).pathname;
const skip = process.env.ARBITER_NPM || existsSync(MODULE) ? false : "not built: web/static";
const TYPES = { html: "text/html", js: "text/javascript", mjs: "text/javascript" };
const MATED = "7k/6Q1/6K1/8/8/8/8/8 b";
const ENDLESS = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

let project;
let folder;
let package_;
before(async () => {
  if (skip) return;
  project = process.env.ARBITER_NPM ?? mkdtempSync(join(tmpdir(), "arbiter-npm-"));
  folder = join(project, "node_modules/chess-arbiter");
  if (!process.env.ARBITER_NPM) {
    make(folder, MODULE, "0.0.0");
    writeFileSync(join(project, "package.json"), '{"private": true, "type": "module"}');
  }
  cpSync(join(folder, "examples"), project, { recursive: true });
  package_ = await import(pathToFileURL(join(folder, "node.js")));
});
after(() => project && !process.env.ARBITER_NPM && rmSync(project, { recursive: true }));

const SAID = {
  "node.mjs": [/^checkmate - Black is checkmated: the queen on g7/, /^accepted$/, /^illegal - .*bishop on a1/, /^win a1a6$/, /^column 1: expected a piece letter/],
  "worker.mjs": [/^win in 3 plies: a1a6 b7a6 b6b7$/, /^AbortError with no win within 6 plies$/, /^safe$/],
};

function matches(lines, expected) {
  assert.equal(lines.length, expected.length, lines.join("\n"));
  lines.forEach((line, at) => assert.match(line, expected[at]));
}

for (const [name, said] of Object.entries(SAID)) {
  test(`npm: ${name} in Node`, { skip }, () => {
    const out = execFileSync(process.execPath, [name], { cwd: project, encoding: "utf8", timeout: 60_000 });
    matches(out.trimEnd().split("\n"), said);
  });
}

test("npm: what is in the package, and its types", { skip }, () => {
  const { files, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const file of [...files, ...Object.values(exports["."])]) assert.ok(existsSync(join(folder, file)), file);
  // Every relative import is there.
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    for (const [, path] of readFileSync(join(folder, file), "utf8").matchAll(/"(\.\/[^"]+)"/g)) assert.ok(files.includes(path.slice(2)), `${file}: ${path}`);
  }
  cpSync(new URL("../../dist/npm/check.ts", import.meta.url), join(project, "check.ts"));
  const tsc = new URL("../node_modules/.bin/tsc", import.meta.url).pathname;
  const options = ["--ignoreConfig", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "--types", "", "check.ts"];
  execFileSync(tsc, options, { cwd: project, stdio: "pipe" });
  execFileSync(process.execPath, ["check.js"], { cwd: project, timeout: 60_000 });
});

test("npm: all questions of the interface, and no more", { skip }, async () => {
  const { paths } = JSON.parse(readFileSync(new URL("../../crates/web/openapi.json", import.meta.url), "utf8"));
  const names = Object.keys(paths).filter((path) => paths[path].post).map((path) => path.split("/").pop());
  const arbiter = await package_.load();
  assert.deepEqual(Object.keys(arbiter).sort(), names.sort());
  const remote = await package_.loadInWorker();
  assert.deepEqual(Object.keys(remote).sort(), [...names, "close"].sort());
  remote.close();
});

test("npm: a worker's questions wait, fail, are stopped and go on", { skip }, async () => {
  const { ArbiterError, loadInWorker } = package_;
  const arbiter = await loadInWorker();
  const status = (position, run) => arbiter.status({ position }, run);
  assert.deepEqual((await Promise.all([status(MATED), status(ENDLESS), status(MATED)])).map(({ verdict }) => verdict), ["checkmate", "safe", "checkmate"]);
  await assert.rejects(status("9/8 w"), (error) => error instanceof ArbiterError && error.problem.status === 422);

  const running = new AbortController();
  const waiting = new AbortController();
  const told = [];
  const first = arbiter.win({ position: ENDLESS }, { signal: running.signal, onProgress: (progress) => told.push(progress) });
  const second = status(MATED, { signal: waiting.signal });
  const third = status(ENDLESS);
  waiting.abort();
  await assert.rejects(second, { name: "AbortError" });
  await new Promise((soon) => setTimeout(soon, 300));
  running.abort(new Error("enough"));
  await assert.rejects(first, { message: "enough" });
  // The next begins with a worker of its own.
  assert.equal((await third).verdict, "safe");
  assert.ok(told.length > 0 && told.every(({ nodes }) => nodes >= 0));
  await assert.rejects(status(MATED, { signal: AbortSignal.abort() }), { name: "AbortError" });

  const left = [arbiter.win({ position: ENDLESS }), status(MATED)];
  arbiter.close();
  for (const one of left) await assert.rejects(one, /the worker was closed/);
  await assert.rejects(status(MATED), /the worker is closed/);
});

test("npm: compiled once, loaded often", { skip }, async () => {
  const module = await WebAssembly.compile(await readFile(join(folder, "arbiter.wasm")));
  const [one, other] = await Promise.all([package_.load({ module }), package_.load({ module })]);
  for (const arbiter of [one, other]) assert.equal(arbiter.status({ position: MATED }).verdict, "checkmate");
});

test("npm: in Chromium, on the page's thread, in its workers and in a worker of somebody else's", { skip }, async () => {
  const importmap = '<script type="importmap">{"imports": {"chess-arbiter": "./node_modules/chess-arbiter/index.js"}}</script>';
  writeFileSync(join(project, "worker.html"), `<!doctype html>${importmap}<script type="module" src="worker.mjs"></script>`);
  writeFileSync(join(project, "own.mjs"), `import { load } from "./node_modules/chess-arbiter/index.js";\npostMessage((await load()).status({ position: "${MATED}" }).verdict);\n`);
  writeFileSync(join(project, "own.html"), '<!doctype html><script>new Worker("own.mjs", { type: "module" }).onmessage = ({ data }) => console.log(data);</script>');
  const host = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const bytes = await readFile(join(project, path)).catch(() => null);
    if (bytes) response.setHeader("Content-Type", TYPES[path.split(".").pop()] ?? "application/octet-stream");
    response.writeHead(bytes || path === "/favicon.ico" ? 200 : 404).end(bytes);
  });
  await new Promise((listening) => host.listen(0, "127.0.0.1", listening));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    const [said, wrong] = [[], []];
    page.on("console", (message) => (message.type() === "log" ? said : wrong).push(message.text()));
    page.on("pageerror", (error) => wrong.push(String(error)));
    const until = async (count) => {
      for (const end = Date.now() + 30_000; said.length < count && !wrong.length && Date.now() < end; ) await new Promise((soon) => setTimeout(soon, 30));
      assert.deepEqual(wrong, []);
      return said.splice(0);
    };
    const address = `http://127.0.0.1:${host.address().port}/`;
    await page.goto(`${address}browser.html`);
    const answer = page.locator("#answer");
    await answer.filter({ hasText: /^stalemate: Black is stalemated/ }).waitFor({ timeout: 30_000 });
    await page.locator("#position").fill(MATED);
    await answer.filter({ hasText: /^checkmate: / }).waitFor();
    await page.locator("#position").fill("9/8 w");
    await answer.filter({ hasText: /^expected a piece letter/ }).waitFor();
    await page.goto(`${address}worker.html`);
    matches(await until(SAID["worker.mjs"].length), SAID["worker.mjs"]);
    await page.goto(`${address}own.html`);
    matches(await until(1), [/^checkmate$/]);
  } finally {
    await browser.close();
    host.closeAllConnections();
    host.close();
  }
});
