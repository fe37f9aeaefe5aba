import { afterEach, expect, test, vi } from "vitest";
import { ProblemError, type Progress } from "../src/backend/backend";
import { HttpBackend } from "../src/backend/http";

const backend = new HttpBackend("api/v1");
const asked: { url: string; body: unknown; accept: string | null }[] = [];

function answering(body: string, type: string, status = 200): void {
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, body: JSON.parse(String(init.body)), accept: new Headers(init.headers).get("Accept") });
    return new Response(body, { status, headers: { "Content-Type": type } });
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

test("a plain answer", async () => {
  answering('{"verdict":"safe"}', "application/json");
  expect(await backend.status({ position: "x", rules: "standard" })).toEqual({ verdict: "safe" });
  expect(asked).toEqual([{ url: "api/v1/status", body: { position: "x", rules: "standard" }, accept: "application/json" }]);
});

test("a streamed answer, with progress on the way", async () => {
  answering(
    'event: progress\ndata: {"index":0,"nodes":5,"seconds":0.1}\n\nevent: answer\ndata: {"index":0,"answer":{"verdict":"win","plies":5}}\n\nevent: done\ndata: {"answers":1}\n\n',
    "text/event-stream",
  );
  const heard: Progress[] = [];
  const said = await backend.win({ position: "x", mate: 3 }, { onProgress: (p) => heard.push(p) });
  expect(said).toEqual({ verdict: "win", plies: 5 });
  expect(heard).toEqual([{ index: 0, nodes: 5, seconds: 0.1 }]);
  expect(asked[0]?.accept).toBe("text/event-stream");
});

test("problems, plain and streamed", async () => {
  const problem = { title: "Not a position", status: 422, detail: "expected a piece", line: 1, column: 4 };
  answering(JSON.stringify(problem), "application/problem+json", 422);
  await expect(backend.reach({ position: "x" })).rejects.toEqual(new ProblemError(problem));
  answering(`event: answer\ndata: {"index":0,"problem":${JSON.stringify(problem)}}\n\n`, "text/event-stream");
  await expect(backend.reach({ position: "x" }, { onProgress: () => undefined })).rejects.toMatchObject({ problem });
  answering("event: progress\ndata: {}\n\n", "text/event-stream");
  await expect(backend.reach({ position: "x" }, { onProgress: () => undefined })).rejects.toThrow("stopped before it answered");
  answering("", "text/html", 503);
  await expect(backend.reach({ position: "x" })).rejects.toThrow(/busy/);
});

test("many answers in their order, unreadable ones among them", async () => {
  answering(
    'event: answer\ndata: {"index":1,"problem":{"title":"t","detail":"d","column":2}}\n\nevent: answer\ndata: {"index":0,"answer":{"verdict":"legal"}}\n\nevent: done\ndata: {}\n\n',
    "text/event-stream",
  );
  const { answers } = await backend.reach({ positions: ["a", "b"] }, { onProgress: () => undefined });
  expect(answers[0]).toEqual({ verdict: "legal" });
  expect(answers[1]).toMatchObject({ error: { message: "d", column: 2 } });
});
