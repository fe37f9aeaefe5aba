// Certificates that somebody brought, and what the checker says of them.
import { signal } from "@preact/signals";
import { backend } from "../backend/choose";
import { type Problem, problemOf, type VerifyAnswer } from "../backend/backend";
import { announce } from "./store";
import { t } from "../words/words";

interface Judged {
  name: string;
  said?: VerifyAnswer;
  problem?: Problem;
  /** Of a file with many: how many are accepted. */
  sum?: { accepted: number; of: number };
}

/** The latest first. */
export const judged = signal<readonly Judged[]>([]);
export const busy = signal(false);
/** How far the file that is being read has come. */
export const checked = signal<{ done: number; of: number } | null>(null);
/** That are listed. */
const MOST = 200;

/** A file is one object, or one a line. */
export function certificatesIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (whole) {
    const lines = text.split("\n").filter((line) => line.trim());
    if (lines.length < 2) throw whole;
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}

/** Whether a text is certificates, or answers that have theirs with them, by its first line that says something. */
export function isProof(text: string): boolean {
  try {
    const [first] = certificatesIn(text);
    return typeof first === "object" && first !== null && ("certificate" in first || "claim" in first);
  } catch {
    return false;
  }
}

/** What the checker says, in words. */
export function opinion({ verdict, claim, reason }: VerifyAnswer): string {
  switch (verdict) {
    case "accepted":
      return t().common.accepted(claim);
    case "refused":
      return t().common.refused(reason ?? claim);
    case "none":
      return t().common.nothingClaimed(reason);
    case "stopped":
      return t().common.stopped(reason);
  }
}

/** So many of a file are listed one by one; of more, those that are not accepted, below a sum. */
const FEW = 20;

async function judgeAll(name: string, found: readonly unknown[], add: (one: Judged) => void): Promise<void> {
  const sums: Partial<Record<VerifyAnswer["verdict"], number>> = {};
  for (const [n, certificate] of found.entries()) {
    const said = await backend.verify({ certificate });
    sums[said.verdict] = (sums[said.verdict] ?? 0) + 1;
    checked.value = { done: n + 1, of: found.length };
    const is = found.length > 1 ? t().proofs.line(name, n + 1) : name;
    if (found.length <= FEW || said.verdict !== "accepted") add({ name: is, said });
    if (found.length <= FEW) announce(`${is}: ${opinion(said)}`);
  }
  if (found.length <= FEW) return;
  const accepted = sums.accepted ?? 0;
  add({ name, sum: { accepted, of: found.length } });
  announce(`${name}: ${t().proofs.some(accepted, found.length)}.`);
}

export async function judge(files: Iterable<File>): Promise<void> {
  busy.value = true;
  for (const file of files) {
    const add = (one: Judged): void => {
      judged.value = [one, ...judged.value].slice(0, MOST);
    };
    try {
      let found: unknown[];
      try {
        found = certificatesIn(await file.text());
      } catch {
        add({ name: file.name, problem: { title: t().proofs.noJson } });
        continue;
      }
      await judgeAll(file.name, found, add);
    } catch (thrown) {
      add({ name: file.name, problem: problemOf(thrown) });
    } finally {
      checked.value = null;
    }
  }
  busy.value = false;
}
