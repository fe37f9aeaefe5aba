// What to ask about a forced win.
import { Ask, Check, Segments, TimeField } from "../parts/parts";
import { gameOf } from "../position/games";
import { askWin, win } from "../state/answers";
import { type Aim, AIM_NAMES, AIMS, isCount, isHelp } from "../state/share";
import { rules, winForm } from "../state/store";
import { t } from "../words/words";

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
          label={t().win.what}
          name="bound"
          value={form.bound}
          options={[
            ["mate", chess ? t().win.aimIn(t().win.aims[form.aim]) : t().win.winIn],
            ["within", t().win.within],
            ["shortest", t().win.shortest],
          ]}
          onChange={(bound) => set({ bound })}
        />
        {chess && form.bound === "mate" && (
          <select aria-label={t().win.stipulation} value={form.aim} onChange={(e) => aim(e.currentTarget.value as Aim)}>
            {AIM_NAMES.map((aim) => (
              <option key={aim} value={aim}>
                {t().win.aims[aim]}
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
            aria-label={form.bound === "mate" ? t().win.moves : t().win.plies}
            value={form.count}
            onInput={(e) => {
              const count = e.currentTarget.valueAsNumber;
              if (isCount(count, form)) set({ count });
            }}
          />
        )}
        <button type="submit" class="primary" disabled={win.busy.value}>
          {t().win.solve}
        </button>
      </div>
      <details class="options">
        <summary>{t().win.options}</summary>
        <div class="line">
          {help && (
            <Check checked={form.setPlay} onChange={(setPlay) => set({ setPlay })}>
              {t().win.setPlay}
            </Check>
          )}
          {chess && !help && (
            <>
              <Check checked={form.keys} onChange={(keys) => set({ keys })}>
                {t().win.allKeys}
              </Check>
              <Check checked={form.tree} onChange={(tree) => set({ tree })}>
                {t().win.variations}
              </Check>
              <Check checked={form.tries} onChange={(tries) => set({ tries })}>
                {t().win.tries}
              </Check>
              <Check checked={form.setPlay} onChange={(setPlay) => set({ setPlay })}>
                {t().win.setPlay}
              </Check>
            </>
          )}
          <TimeField usual={["5s", "20s", "60s"]} value={form.time} onChange={(time) => set({ time })} />
        </div>
      </details>
    </Ask>
  );
}
