// Dragging a man with mouse, pen or finger. A press that does not move stays a click.

const THRESHOLD = 5;

/** A drag has ended and its click is still to come: that click is not a press. */
let dragged = false;
export const endsDrag = (): boolean => dragged;

function squareAt(x: number, y: number): number | null {
  const square = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-square]");
  return square ? Number(square.dataset["square"]) : null;
}

/** `drop` is told the square under the pointer, or null beside the board. */
export function startDrag(event: PointerEvent, picture: Element | null, drop: (square: number | null) => void): void {
  if (event.button !== 0 || !event.isPrimary || !picture) return;
  dragged = false;
  const { clientX, clientY, pointerId } = event;
  const source = picture as HTMLElement;
  let ghost: HTMLElement | null = null;

  const move = (e: PointerEvent): void => {
    if (e.pointerId !== pointerId) return;
    if (!ghost) {
      if (Math.hypot(e.clientX - clientX, e.clientY - clientY) < THRESHOLD) return;
      const { width, height } = picture.getBoundingClientRect();
      ghost = source.cloneNode(true) as HTMLElement;
      ghost.classList.add("ghost");
      ghost.style.width = `${width}px`;
      ghost.style.height = `${height}px`;
      document.body.append(ghost);
      source.classList.add("lifted");
      dragged = true;
    }
    ghost.style.transform = `translate(${e.clientX}px, ${e.clientY}px) translate(-50%, -50%)`;
    document.querySelector(".square.over")?.classList.remove("over");
    document.elementFromPoint(e.clientX, e.clientY)?.closest(".square")?.classList.add("over");
  };
  const end = (e: PointerEvent): void => {
    if (e.pointerId !== pointerId) return;
    stop();
    if (ghost && e.type === "pointerup") drop(squareAt(e.clientX, e.clientY));
  };
  const stop = (): void => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    ghost?.remove();
    source.classList.remove("lifted");
    document.querySelector(".square.over")?.classList.remove("over");
    setTimeout(() => (dragged = false));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** Drawing with the right button: from the square pressed to the one where it is let go. */
export function startDraw(event: PointerEvent, from: number, draw: (from: number, to: number, event: PointerEvent) => void): void {
  const end = (e: PointerEvent): void => {
    if (e.pointerId !== event.pointerId) return;
    removeEventListener("pointerup", end);
    const to = squareAt(e.clientX, e.clientY);
    if (to !== null) draw(from, to, e);
  };
  addEventListener("pointerup", end);
}
