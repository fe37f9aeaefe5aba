import { render } from "preact";
import { App } from "./app";
import { isFiles } from "./backend/choose";
import { askDead, askReach, askRetro, askWin, followEdits } from "./state/answers";
import { followArrivals } from "./state/arrivals";
import { followLive } from "./state/live";
import { playLinked } from "./state/games";
import { followLetters } from "./state/letters";
import { followLists } from "./state/list";
import { followMoves } from "./state/moves";
import { followSheet } from "./state/sheet";
import { followStage } from "./state/stage";
import { asked, followAddress } from "./state/store";
import { beginSpeaking } from "./words/words";
import "./styles/page.css";

async function begin(): Promise<void> {
  await beginSpeaking();
  followEdits();
  // A link with a question in it asks that question.
  followAddress(async () => {
    await playLinked();
    if (asked.value === "reach") void askReach();
    if (asked.value === "retro") void askRetro();
    if (asked.value === "dead") void askDead();
    if (asked.value === "win") void askWin();
  });
  followStage();
  followSheet();
  followArrivals();
  followMoves();
  followLive();
  followLists();
  followLetters();
  render(<App />, document.getElementById("app")!);
}
void begin();

// Files on any host: kept for the next visit, which needs no network.
if (isFiles && "serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js").catch(() => undefined);
