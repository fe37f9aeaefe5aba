import { render } from "preact";
import { App } from "./app";
import { askDead, askReach, askRetro, askWin, followEdits } from "./state/answers";
import { followArrivals } from "./state/arrivals";
import { followStage } from "./state/stage";
import { asked, followAddress } from "./state/store";
import "./styles/page.css";

followEdits();
// A link with a question in it asks that question.
followAddress(() => {
  if (asked.value === "reach") void askReach();
  if (asked.value === "retro") void askRetro();
  if (asked.value === "dead") void askDead();
  if (asked.value === "win") void askWin();
});
followStage();
followArrivals();

render(<App />, document.getElementById("app")!);
