// Puts the package together: node dist/npm/make.mjs FOLDER WASM VERSION. The questions and their types are written from
// crates/web/openapi.json, which Rust writes from its types.
import { execFileSync } from "node:child_process";
import { cpSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const root = join(here, "../..");
const HEAD = "// Written from the description of Arbiter's interface.\n";

const { paths, components } = JSON.parse(readFileSync(join(root, "crates/web/openapi.json"), "utf8"));
const PLACE = "/api/v1/";
/** Members of a request that ask for a list of answers. */
const MANY = ["positions", "certificates", "problems"];
const type = ({ $ref }) => $ref.split("/").pop();
const questions = Object.entries(paths)
  .filter(([, { post }]) => post)
  .map(([path, { post }]) => {
    const answer = post.responses["200"].content["application/json"].schema;
    const [one, list] = (answer.anyOf ?? [answer]).map(type);
    const takes = type(post.requestBody.content["application/json"].schema);
    const lists = MANY.filter((member) => list && member in components.schemas[takes].properties);
    return { name: path.slice(PLACE.length), about: post.summary, takes, one, list, lists };
  });

/** `index.d.ts`, with the questions where it says so. */
function types() {
  const used = [...new Set(questions.flatMap(({ takes, one, list }) => [takes, one, ...(list ? [list] : [])]))].sort();
  const lines = (generic, given) => ({ name, about, takes, one, list, lists }) => {
    const line = (more, answer) => `  /** ${about} */\n  ${name}(request: ${takes}${more}${given}): ${generic(answer)};\n`;
    const many = lists.map((member) => `Has<${takes}, "${member}">`).join(" | ");
    return `${list ? line(` & ${lists.length > 1 ? `(${many})` : many}`, list) : ""}${line("", one)}`;
  };
  const now = questions.map(lines((answer) => answer, "")).join("");
  const later = questions.map(lines((answer) => `Promise<${answer}>`, ", run?: Run")).join("");
  const text = readFileSync(join(here, "index.in.d.ts"), "utf8");
  return HEAD + text.replace("/*types*/", used.join(", ")).replace("  /*now*/\n", now).replace("  /*later*/\n", later);
}

export function make(folder, wasm, version) {
  mkdirSync(folder, { recursive: true });
  for (const name of ["core.js", "remote.js", "index.js", "node.js", "thread.js", "thread.node.js", "README.md"]) copyFileSync(join(here, name), join(folder, name));
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, name), join(folder, name));
  cpSync(join(here, "examples"), join(folder, "examples"), { recursive: true });
  copyFileSync(wasm, join(folder, "arbiter.wasm"));
  const description = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...description, version }, null, 2)}\n`);
  writeFileSync(join(folder, "questions.js"), `${HEAD}export const QUESTIONS = ${JSON.stringify(questions.map(({ name }) => name))};\n`);
  writeFileSync(join(folder, "index.d.ts"), types());
  const tsc = join(root, "web/node_modules/.bin/tsc");
  const options = ["--declaration", "--emitDeclarationOnly", "--ignoreConfig", "--target", "es2022", "--module", "nodenext", "--outDir", folder];
  execFileSync(tsc, [...options, join(root, "web/src/api/openapi.ts")], { stdio: "inherit", cwd: here });
}

if (process.argv[1] === import.meta.filename) make(...process.argv.slice(2, 5));
