// What is taken hold of to slide the sheet over the board's lower ranks: its grip, and the questions beside it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { cover, covered, held, most, place, rankHeight } from "../state/sheet";
import { t } from "../words/words";

/** So many pixels make a slide of a press. */
const THRESHOLD = 6;

function Grip() {
  const [now, all] = [covered.value, most.value];
  function key(event: KeyboardEvent): void {
    const to = { ArrowUp: now + 1, ArrowDown: now - 1, Home: 0, Escape: 0, End: all }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    cover(to);
  }
  return (
    <div
      role="slider"
      class="grip"
      tabIndex={0}
      aria-label={t().page.sheet}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={now}
      aria-valuetext={t().page.covers(now)}
      onKeyDown={key}
      onClick={() => cover(now > 0 ? 0 : Math.ceil(all / 2))}
    />
  );
}

/** Head of the sheet. */
export function SheetHead({ children }: { children: ComponentChildren }) {
  const slid = useRef(false);
  const head = useRef<HTMLDivElement>(null);

  // Not left to CSS alone: Chromium takes a slide past the end for a fling, and the next touch for its stop.
  useEffect(() => {
    const keep = (event: TouchEvent): void => event.preventDefault();
    head.current?.addEventListener("touchmove", keep, { passive: false });
    return () => head.current?.removeEventListener("touchmove", keep);
  }, []);

  function press(event: PointerEvent & { currentTarget: HTMLElement }): void {
    slid.current = false;
    if (event.button !== 0 || !event.isPrimary || getComputedStyle(event.currentTarget).position !== "sticky") return;
    const { clientY, pointerId } = event;
    const from = place();
    const rank = rankHeight();
    const move = (e: PointerEvent): void => {
      if (e.pointerId !== pointerId || rank === 0) return;
      if (!held.value) {
        if (Math.abs(e.clientY - clientY) < THRESHOLD) return;
        held.value = slid.current = true;
      }
      cover(from + (clientY - e.clientY) / rank);
    };
    const end = (e: PointerEvent): void => {
      if (e.pointerId !== pointerId) return;
      for (const [name, act] of acts) document.removeEventListener(name, act);
      if (held.value) cover(covered.value);
      held.value = false;
    };
    const acts = [["pointermove", move], ["pointerup", end], ["pointercancel", end]] as const;
    for (const [name, act] of acts) document.addEventListener(name, act);
  }

  return (
    <div
      class="sheet-head"
      ref={head}
      onPointerDown={press}
      onClickCapture={(event) => {
        // A slide is not a press on what lies under the finger.
        if (slid.current) event.stopPropagation();
        slid.current = false;
      }}
    >
      <Grip />
      {children}
    </div>
  );
}
