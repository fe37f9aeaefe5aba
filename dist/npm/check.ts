// Installed in an empty project, compiled with the package's types and run: does it answer?
import { ArbiterError, load } from "chess-arbiter";

function same(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${String(found)} is not ${String(expected)}`);
}

const arbiter = await load();
const mate = arbiter.status({ position: "7k/6Q1/6K1/8/8/8/8/8 b", certificate: true });
same(mate.verdict, "checkmate");
same(arbiter.reach({ position: "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", level: "static" }).verdict, "illegal");
same(arbiter.win({ position: "rnq1/R3/1QN1/4 w", rules: "simplified", shortest: true }).verdict, "win");
const checked = arbiter.verify({ certificate: mate.certificate ?? {} });
same("verdict" in checked && checked.verdict, "accepted");
try {
  arbiter.status({ position: "9/8 w" });
  throw new Error("no position, and no error");
} catch (error) {
  if (!(error instanceof ArbiterError)) throw error;
}
