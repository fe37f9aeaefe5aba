import { expect, test } from "vitest";
import committed from "../src/api/openapi.ts?raw";
import { types } from "../types.mjs";

test("src/api is what the description of the interface says", async () => {
  expect(committed, "npm run types, and commit").toBe(await types());
});
