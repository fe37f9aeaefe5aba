// node node.mjs: what is the status of a position, can it arise in play, and is there a mate in two?
import { ArbiterError, load } from "chess-arbiter";

const arbiter = await load();

const mate = arbiter.status({ position: "7k/6Q1/6K1/8/8/8/8/8 b", certificate: true });
console.log(mate.verdict, "-", mate.reason);
console.log(arbiter.verify({ certificate: mate.certificate }).verdict);

const shut = arbiter.reach({ position: "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", level: "static" });
console.log(shut.verdict, "-", shut.reason);

const problem = arbiter.win({ position: "kbK5/pp6/1P6/8/8/8/8/R7 w", mate: 2, keys: true });
console.log(problem.verdict, problem.keys.join(" "));

try {
  arbiter.status({ position: "9/8 w" });
} catch (error) {
  if (!(error instanceof ArbiterError)) throw error;
  console.log(`column ${error.problem.column}: ${error.message}`);
}
