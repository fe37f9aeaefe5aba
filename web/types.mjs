// TypeScript from the description of the interface: src/api/openapi.ts from crates/web/openapi.json.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const HEAD = "// Written by `npm run types` from crates/web/openapi.json, which Rust writes from its types.\n\n";
const PLACE = "#/components/schemas/";

/** Refers to definitions as JSON Schema does. A description beside one would copy the type: dropped. */
const referring = (key, value) => (value?.$ref ? { $ref: value.$ref.replace(PLACE, "#/definitions/") } : value);

/** The text of src/api/openapi.ts. */
export async function types() {
  const document = readFileSync(new URL("../crates/web/openapi.json", import.meta.url), "utf8");
  const { components, "x-games": games } = JSON.parse(document, referring);
  // Every schema by its name, in an object that nobody needs.
  const properties = Object.fromEntries(Object.keys(components.schemas).map((name) => [name, { $ref: `#/definitions/${name}` }]));
  const all = { type: "object", properties, additionalProperties: false, definitions: components.schemas };
  const text = await compile(all, "Schemas", { bannerComment: "", additionalProperties: false, style: { printWidth: 110 } });
  const { Level, Reading } = components.schemas;
  const values = { LEVELS: Level.enum, READINGS: Reading.enum, GAMES: games };
  const constant = ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
  return [HEAD + text, ...Object.entries(values).map(constant)].join("\n");
}

// As a program it writes the file.
if (process.argv[1] === import.meta.filename) writeFileSync(new URL("src/api/openapi.ts", import.meta.url), await types());
