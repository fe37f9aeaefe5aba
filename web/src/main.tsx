import { render } from "preact";
import { App } from "./app";
import { askReach, askWin, followEdits } from "./state/answers";
import { asked, followAddress, setup } from "./state/store";
import { effect } from "@preact/signals";
import { endWalk } from "./state/walk";
import { endDuel } from "./win/duel";
import "./styles/page.css";

followEdits();
// A link that was shared with its question asks it again.
followAddress(() => {
  if (asked.value === "reach") void askReach();
  if (asked.value === "win") void askWin();
});

// What is played on the board is about the position it began with.
effect(() => {
  void setup.value;
  endWalk();
  endDuel();
});

render(<App />, document.getElementById("app")!);
