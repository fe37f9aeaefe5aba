// Above the board: what moving a man means, undo, redo, and turning the board.
import { batch } from "@preact/signals";
import { Segments } from "../parts/parts";
import { t } from "../words/words";
import { flipped, playing, redo, redoable, tab, undo, undoable } from "../state/store";

const ICON = {
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  flip: "M8 4v16M8 20l-4-4M8 20l4-4M16 20V4M16 4l-4 4M16 4l4 4",
};

function IconButton(props: { icon: keyof typeof ICON; label: string; keys?: string; disabled?: boolean; onClick: () => void }) {
  return (
    <button type="button" class="quiet icon-button" aria-label={props.label} title={props.keys ? `${props.label} (${props.keys})` : props.label} disabled={props.disabled} onClick={props.onClick}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={ICON[props.icon]} />
      </svg>
    </button>
  );
}

export function Toolbar() {
  return (
    <div class="toolbar">
      <Segments
        label={t().board.modes}
        name="mode"
        value={playing.value ? "play" : "setup"}
        options={[
          ["setup", t().board.setUp],
          ["play", t().board.play],
        ]}
        onChange={(mode) =>
          batch(() => {
            playing.value = mode === "play";
            if (playing.value) tab.value = "analyse";
          })
        }
      />
      <div class="buttons end">
        <IconButton icon="undo" label={t().board.undo} keys="Ctrl-Z" disabled={!undoable.value} onClick={undo} />
        <IconButton icon="redo" label={t().board.redo} keys="Ctrl-Shift-Z" disabled={!redoable.value} onClick={redo} />
        <IconButton icon="flip" label={t().board.flip} keys="f" onClick={() => (flipped.value = !flipped.value)} />
      </div>
    </div>
  );
}
