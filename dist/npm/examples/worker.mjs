// node worker.mjs, or a module in a page: a search that tells how far it is and can be stopped, beside one that ends.
import { loadInWorker } from "chess-arbiter";

const arbiter = await loadInWorker();

const win = await arbiter.win({ position: "kbK5/pp6/1P6/8/8/8/8/R7 w" });
console.log(win.verdict, "in", win.plies, "plies:", win.line.join(" "));

const opening = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
const stop = new AbortController();
const onProgress = ({ no_win_within }) => no_win_within >= 6 && stop.abort();
try {
  await arbiter.win({ position: opening }, { signal: stop.signal, onProgress });
} catch (error) {
  console.log(error.name, "with no win within 6 plies");
}

console.log((await arbiter.status({ position: opening })).verdict);
arbiter.close();
