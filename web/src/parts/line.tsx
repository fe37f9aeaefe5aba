// A line of an answer, with its moves as people write them, to walk through on the board.
import { Quiet } from "./parts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { backend } from "../backend/choose";
import { carriedFen } from "../position/fen";
import { gameOf, type Rules } from "../position/games";
import { numbered } from "../position/pgn";
import { shownMoves } from "../state/letters";
import { showBoard } from "../state/stage";
import { beginWalk } from "../state/walk";
import { t } from "../words/words";

interface Named {
  san: string[];
  positions: string[];
}

export function Line({ title, position, of, moves }: { title: string; position: string; of: Rules; moves: readonly string[] }) {
  const line = useSignal<Named | null>(null);
  useEffect(() => {
    let stale = false;
    namedLine(position, of, moves)
      .then((named) => {
        if (!stale) line.value = named;
      })
      .catch(() => undefined); // the names are an extra; the answer stands without them
    return () => {
      stale = true;
    };
  }, [moves]);
  const named = line.value;
  if (!named) return null;
  return (
    <p class="best">
      <span class="label">{title}</span> <span class="notation">{shownMoves(numbered(named.san, position.split(" ")[1] === "b"))}</span>{" "}
      <Quiet
        onClick={() => {
          beginWalk({ ...named, title, rules: of, moves });
          showBoard();
        }}
      >
        {t().common.walkThrough}
      </Quiet>
    </p>
  );
}

/** A line in SAN. If the last move captures the royal, the server has no position after it. */
async function namedLine(position: string, of: Rules, line: readonly string[]): Promise<Named> {
  if (gameOf(of).won_by === "checkmate") return backend.play({ position, rules: of, moves: [...line] });
  const before = await backend.play({ position, rules: of, moves: line.slice(0, -1) });
  const last = before.moves.find((move) => move.move === line.at(-1));
  if (!last) return before;
  const end = last.position ?? carriedFen(before.positions.at(-1)!, of, last.move);
  return { san: [...before.san, last.san], positions: [...before.positions, end] };
}
