import { expect, test } from "vitest";
import { type Hand, Lane } from "../src/backend/lane";
import type { Asked, Told } from "../src/backend/worker";

/** A worker that answers when the test says so. */
class Puppet {
  onmessage: Hand["onmessage"] = null;
  onerror: Hand["onerror"] = null;
  asked: string[] = [];
  ended = false;
  postMessage(asked: Asked): void {
    this.asked.push(asked.body);
  }
  terminate(): void {
    this.ended = true;
  }
  says(told: Told): void {
    (this.onmessage as ((event: { data: Told }) => void) | null)?.({ data: told });
  }
}

function lane(most: number) {
  const puppets: Puppet[] = [];
  const lane = new Lane(most, () => {
    const puppet = new Puppet();
    puppets.push(puppet);
    return puppet as unknown as Hand;
  });
  const ask = (body: string, signal?: AbortSignal, heard: unknown[] = []) =>
    lane.ask({ module: {} as WebAssembly.Module, name: "win", body }, signal, (p) => heard.push(p));
  return { puppets, ask };
}

const reply = (text: string): Told => ({ reply: { status: 200, text } });

test("questions wait their turn for the same worker", async () => {
  const { puppets, ask } = lane(1);
  const heard: unknown[] = [];
  const [a, b] = [ask("a", undefined, heard), ask("b")];
  expect(puppets[0]!.asked).toEqual(["a"]);
  puppets[0]!.says({ progress: { index: 0, nodes: 7, seconds: 1 } });
  puppets[0]!.says(reply("A"));
  expect(await a).toEqual({ status: 200, text: "A" });
  expect(heard).toEqual([{ index: 0, nodes: 7, seconds: 1 }]);
  expect(puppets[0]!.asked).toEqual(["a", "b"]);
  puppets[0]!.says(reply("B"));
  expect((await b).text).toBe("B");
  expect(puppets.length).toBe(1);
});

test("as many at a time as there may be", async () => {
  const { puppets, ask } = lane(2);
  const all = ["a", "b", "c"].map((body) => ask(body));
  expect(puppets.map((p) => p.asked)).toEqual([["a"], ["b"]]);
  puppets[1]!.says(reply("B"));
  puppets[1]!.says(reply("C"));
  puppets[0]!.says(reply("A"));
  expect((await Promise.all(all)).map((r) => r.text)).toEqual(["A", "B", "C"]);
});

test("stopping ends the worker, and the next question has a new one", async () => {
  const { puppets, ask } = lane(1);
  const [running, queued] = [new AbortController(), new AbortController()];
  const [a, b, c] = [ask("a", running.signal), ask("b", queued.signal), ask("c")];
  queued.abort();
  await expect(b).rejects.toMatchObject({ name: "AbortError" });
  expect(puppets[0]!.ended).toBe(false);
  running.abort();
  await expect(a).rejects.toMatchObject({ name: "AbortError" });
  expect(puppets[0]!.ended).toBe(true);
  expect(puppets[1]!.asked).toEqual(["c"]);
  puppets[0]!.says(reply("late"));
  puppets[1]!.says(reply("C"));
  expect((await c).text).toBe("C");
  // Nothing is left of a question that was answered.
  running.abort();
  expect(puppets[1]!.ended).toBe(false);
});

test("a failure is told, and the lane goes on", async () => {
  const { puppets, ask } = lane(1);
  const [a, b, c] = [ask("a"), ask("b"), ask("c")];
  puppets[0]!.says({ failed: "RuntimeError: unreachable" });
  await expect(a).rejects.toThrow("unreachable");
  (puppets[0]!.onerror as unknown as (event: object) => void)({ message: "no such script" });
  await expect(b).rejects.toThrow("no such script");
  expect(puppets[0]!.ended).toBe(true);
  puppets[1]!.says(reply("C"));
  expect((await c).text).toBe("C");
});
