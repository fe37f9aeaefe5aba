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
import { SheetHead } from "./parts/sheet";
import { GAMES, type Rules } from "./position/games";
import { letters } from "./state/letters";
import { announcement, chooseRules, flipped, notice, playing, redo, rules, type Tab, tab, undo } from "./state/store";
import { walk } from "./state/walk";
import { choose, nameOf, type Speech, SPEECHES, speech, t } from "./words/words";
import { duel } from "./win/duel";
import { Duelling } from "./win/duelview";

const TABS: readonly [Tab, () => preact.JSX.Element][] = [
  ["analyse", AnalysePanel],
  ["reach", ReachPanel],
  ["retro", RetroPanel],
  ["win", WinPanel],
  ["dead", DeadPanel],
  ["cases", CasesPanel],
  ["proofs", ProofsPanel],
];

function Tabs() {
  const chosen = tab.value;
  const [, Panel] = TABS.find(([name]) => name === chosen)!;
  function key(event: KeyboardEvent): void {
    const at = TABS.findIndex(([name]) => name === chosen);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    tab.value = TABS[(to + TABS.length) % TABS.length]![0];
    document.getElementById(`tab-${tab.value}`)?.focus();
  }
  return (
    <section class="card questions" aria-label={t().page.questions}>
      <SheetHead>
        <div role="tablist" aria-label={t().page.questions} class="tabs" onKeyDown={key}>
          {TABS.map(([name]) => (
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
              {t().page.tabs[name]}
            </button>
          ))}
        </div>
      </SheetHead>
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

function Language() {
  const change = async (chosen: HTMLSelectElement): Promise<void> => {
    const next = chosen.value as Speech;
    try {
      const figurines = letters.value === "figurines";
      await choose(next);
      // The letters of pieces go with it; figurines are understood everywhere.
      if (!figurines) letters.value = next;
    } catch (thrown) {
      notice.value = t().faults.loadDetail(nameOf(next), String(thrown));
      chosen.value = speech.value;
    }
  };
  return (
    <label class="field language">
      <span class="offscreen">{t().page.language}</span>
      <select value={speech.value} onChange={(e) => void change(e.currentTarget)}>
        {SPEECHES.map((one) => (
          <option key={one} value={one} lang={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
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
        <p>{t().page.tagline}</p>
        <label class="field game-choice">
          <span class="offscreen">{t().page.game}</span>
          <select value={rules.value} onChange={(e) => chooseRules(e.currentTarget.value as Rules)}>
            {GAMES.map(({ name, title }) => (
              <option key={name} value={name}>
                {t().games[name] ?? title}
              </option>
            ))}
          </select>
        </label>
        <Language />
      </header>
      <main>
        <section class="stage" id="board-region" aria-label={t().page.board}>
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
