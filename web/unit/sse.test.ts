import { expect, test } from "vitest";
import { EventParser, events } from "../src/backend/sse";

const STREAM = ': hello\r\nevent: progress\r\ndata: {"nodes":1}\r\n\r\nevent: answer\ndata: {"a":\ndata: "ü"}\n\ndata: last\nid: 7\n\n\n';
const EVENTS = [
  { event: "progress", data: '{"nodes":1}' },
  { event: "answer", data: '{"a":\n"ü"}' },
  { event: "message", data: "last" },
];

test("events come out however the stream is cut", () => {
  for (let size = 1; size <= STREAM.length; size++) {
    const parser = new EventParser();
    const seen = [];
    for (let at = 0; at < STREAM.length; at += size) seen.push(...parser.push(STREAM.slice(at, at + size)));
    expect(seen).toEqual(EVENTS);
  }
});

test("bytes are cut inside letters too, and leaving cancels the stream", async () => {
  let cancelled = false;
  const bytes = new TextEncoder().encode(STREAM);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (c) => (at < bytes.length ? c.enqueue(bytes.slice(at, ++at)) : undefined),
    cancel: () => {
      cancelled = true;
    },
  });
  const seen = [];
  for await (const event of events(body)) if (seen.push(event) === 2) break;
  expect(seen).toEqual(EVENTS.slice(0, 2));
  expect(cancelled).toBe(true);
});
