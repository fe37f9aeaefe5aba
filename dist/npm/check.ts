// Installed in an empty project, compiled with the package's types and run: does it answer?
import { ArbiterError, load, loadInWorker, type CheckedList, type StatusAnswerOrUnread, type WinAnswer } from "chess-arbiter";

function same(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${String(found)} is not ${String(expected)}`);
}

const arbiter = await load();
const mate = arbiter.status({ position: "7k/6Q1/6K1/8/8/8/8/8 b", certificate: true });
same(mate.verdict, "checkmate");
const shut = arbiter.reach({ position: "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", level: "static" });
same(shut.verdict, "illegal");
const win: WinAnswer = arbiter.win({ position: "rnq1/R3/1QN1/4 w", rules: "simplified", shortest: true });
same(win.verdict, "win");
same(arbiter.dead({ position: "8/8/8/4k3/8/8/5P2/4K3 w", flagged: "white" }).result, "1/2-1/2");
same(arbiter.retro({ position: "8/8/8/8/8/8/5k1p/7K" }).sides.length, 2);
same(arbiter.play({ moves: ["e2e4"] }).moves.length, 20);
same(arbiter.read({ text: "a6 b4 c8 a8\n" }).format, "unfinished");
same(arbiter.verify({ certificate: mate.certificate ?? {} }).verdict, "accepted");
const checked: CheckedList = arbiter.verify({ certificates: [mate.certificate ?? {}] });
same(checked.answers.length, 1);
const many: StatusAnswerOrUnread[] = arbiter.status({ positions: ["7k/6Q1/6K1/8/8/8/8/8 b", "9/8"] }).answers;
same(many.map((one) => ("error" in one ? one.error.column : one.verdict)).join(), "checkmate,1");
try {
  arbiter.status({ position: "9/8 w" });
  throw new Error("no position, and no error");
} catch (error) {
  if (!(error instanceof ArbiterError)) throw error;
  same(error.problem.field, "position");
}
try {
  // @ts-expect-error: there is no such option.
  arbiter.status({ position: "7k/6Q1/6K1/8/8/8/8/8 b", rule: "standard" });
} catch (error) {
  if (!(error instanceof ArbiterError)) throw error;
}

const remote = await loadInWorker();
same((await remote.status({ position: "7k/6Q1/6K1/8/8/8/8/8 b" })).verdict, "checkmate");
remote.close();
