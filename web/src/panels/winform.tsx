// What to ask about a forced win.
import { Ask, Check, Segments, TimeField } from "../parts/parts";
import { gameOf } from "../position/games";
import { askWin, win } from "../state/answers";
import { type Aim, AIM_NAMES, AIMS, isCount, isHelp } from "../state/share";
import { rules, winForm } from "../state/store";

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

export function WinForm() {
  const form = winForm.value;
  const chess = gameOf(rules.value).won_by === "checkmate";
  const set = (change: Partial<typeof form>): void => {
    winForm.value = { ...form, ...change };
  };
  // Half moves are for helpmates alone.
  const aim = (aim: Aim): void => set({ aim, count: isCount(form.count, { ...form, aim }) ? form.count : Math.ceil(form.count) });
  const help = chess && form.bound === "mate" && isHelp(form.aim);
  return (
    <Ask ask={askWin}>
      <div class="line">
        <Segments
          label="What to ask"
          name="bound"
          value={form.bound}
          options={[
            ["mate", chess ? `${capital(form.aim)} in` : "Win in"],
            ["within", "Within plies"],
            ["shortest", "Shortest"],
          ]}
          onChange={(bound) => set({ bound })}
        />
        {chess && form.bound === "mate" && (
          <select aria-label="Stipulation" value={form.aim} onChange={(e) => aim(e.currentTarget.value as Aim)}>
            {AIM_NAMES.map((aim) => (
              <option key={aim} value={aim}>
                {capital(aim)}
              </option>
            ))}
          </select>
        )}
        {form.bound !== "shortest" && (
          <input
            class="count"
            type="number"
            min={help && AIMS[form.aim].startsWith("h") ? 0.5 : 1}
            step={help && AIMS[form.aim].startsWith("h") ? 0.5 : 1}
            max={form.bound === "mate" ? 100 : 199}
            required
            aria-label={form.bound === "mate" ? "Moves" : "Plies"}
            value={form.count}
            onInput={(e) => {
              const count = e.currentTarget.valueAsNumber;
              if (isCount(count, form)) set({ count });
            }}
          />
        )}
        <button type="submit" class="primary" disabled={win.busy.value}>
          Solve
        </button>
      </div>
      <details class="options">
        <summary>Options</summary>
        <div class="line">
          {help && (
            <Check checked={form.setPlay} onChange={(setPlay) => set({ setPlay })}>
              Set play
            </Check>
          )}
          {chess && !help && (
            <>
              <Check checked={form.keys} onChange={(keys) => set({ keys })}>
                All keys
              </Check>
              <Check checked={form.tree} onChange={(tree) => set({ tree })}>
                Variations
              </Check>
              <Check checked={form.tries} onChange={(tries) => set({ tries })}>
                Tries
              </Check>
              <Check checked={form.setPlay} onChange={(setPlay) => set({ setPlay })}>
                Set play
              </Check>
            </>
          )}
          <TimeField usual={["5s", "20s", "60s"]} value={form.time} onChange={(time) => set({ time })} />
        </div>
      </details>
    </Ask>
  );
}
