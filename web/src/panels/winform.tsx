// What to ask about a forced win.
import { Ask, Check, Segments, TimeField } from "../parts/parts";
import { gameOf } from "../position/games";
import { askWin, win } from "../state/answers";
import { type Aim, AIM_NAMES } from "../state/share";
import { rules, winForm } from "../state/store";

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

export function WinForm() {
  const form = winForm.value;
  const chess = gameOf(rules.value).won_by === "checkmate";
  const set = (change: Partial<typeof form>): void => {
    winForm.value = { ...form, ...change };
  };
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
          <select aria-label="Stipulation" value={form.aim} onChange={(e) => set({ aim: e.currentTarget.value as Aim })}>
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
            min={1}
            max={form.bound === "mate" ? 100 : 199}
            required
            aria-label={form.bound === "mate" ? "Moves" : "Plies"}
            value={form.count}
            onInput={(e) => {
              const count = e.currentTarget.valueAsNumber;
              if (Number.isInteger(count) && count > 0) set({ count });
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
          {chess && (
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
