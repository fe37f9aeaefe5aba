// The page: the board, its status, and the questions.
import { useEffect } from "preact/hooks";
import { Controls } from "./board/controls";
import { Editor } from "./board/editor";
import { GameView } from "./board/gameview";
import { ManSymbols } from "./board/man";
import { Walking } from "./board/player";
import { Toolbar } from "./board/toolbar";
import { AnalysePanel } from "./panels/analyse";
import { CasesPanel } from "./panels/cases";
import { ProofsPanel } from "./panels/proofs";
import { ReachPanel } from "./panels/reach";
import { DeadPanel } from "./panels/dead";
import { RetroPanel } from "./panels/retro";
import { StatusPanel } from "./panels/status";
import { WinPanel } from "./panels/win";
import { GAMES, type Rules } from "./position/games";
import { announcement, chooseRules, flipped, playing, redo, rules, type Tab, tab, undo } from "./state/store";
import { walk } from "./state/walk";
import { duel } from "./win/duel";
import { Duelling } from "./win/duelview";

const TABS: readonly [Tab, string, () => preact.JSX.Element][] = [
  ["analyse", "Analyse", AnalysePanel],
  ["reach", "Can it arise?", ReachPanel],
  ["retro", "Its past?", RetroPanel],
  ["win", "Forced win?", WinPanel],
  ["dead", "Flag fell?", DeadPanel],
  ["cases", "Paste", CasesPanel],
  ["proofs", "Verify", ProofsPanel],
];

function Tabs() {
  const chosen = tab.value;
  const [, , Panel] = TABS.find(([name]) => name === chosen)!;
  function key(event: KeyboardEvent): void {
    const at = TABS.findIndex(([name]) => name === chosen);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    tab.value = TABS[(to + TABS.length) % TABS.length]![0];
    document.getElementById(`tab-${tab.value}`)?.focus();
  }
  return (
    <section class="card questions" aria-label="Questions">
      <div role="tablist" aria-label="Questions" class="tabs" onKeyDown={key}>
        {TABS.map(([name, words]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={chosen === name}
            aria-controls="tab-panel"
            tabIndex={chosen === name ? 0 : -1}
            onClick={() => (tab.value = name)}
          >
            {words}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${chosen}`} class="panel">
        <Panel />
      </div>
    </section>
  );
}

function Stage() {
  if (duel.value) return <Duelling />;
  if (walk.value) return <Walking />;
  return (
    <>
      <Toolbar />
      {playing.value ? <GameView /> : <Editor />}
      {!playing.value && <Controls />}
    </>
  );
}

export function App() {
  useEffect(() => {
    function shortcut(event: KeyboardEvent): void {
      const target = event.target as HTMLElement;
      if (event.key === "f" && !event.ctrlKey && !event.metaKey && !event.altKey && !target.closest("input, textarea, select")) {
        flipped.value = !flipped.value;
        return;
      }
      if (!(event.ctrlKey || event.metaKey) || target.closest("input[type=text], input[type=number], textarea")) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) undo();
      else if (key === "y" || (key === "z" && event.shiftKey)) redo();
      else return;
      event.preventDefault();
    }
    addEventListener("keydown", shortcut);
    return () => removeEventListener("keydown", shortcut);
  }, []);
  return (
    <>
      <ManSymbols />
      <header>
        <h1>Arbiter</h1>
        <p>Exact answers about positions, with proof</p>
        <label class="field game-choice">
          <span class="offscreen">Game</span>
          <select value={rules.value} onChange={(e) => chooseRules(e.currentTarget.value as Rules)}>
            {GAMES.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main>
        <section class="stage" id="board-region" aria-label="Board">
          <Stage />
        </section>
        <div class="side">
          <StatusPanel />
          <Tabs />
        </div>
      </main>
      <div class="offscreen" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}
