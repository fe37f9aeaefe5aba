// Moves as text: numbered lists and PGN.

/** "1. e4 e5 2. Nf3", beginning with Black as "1... e5". */
export function numbered(san: readonly string[], blackFirst = false): string {
  return san
    .map((move, index) => {
      const ply = index + (blackFirst ? 1 : 0);
      if (ply % 2 === 0) return `${ply / 2 + 1}. ${move}`;
      return index === 0 ? `${(ply - 1) / 2 + 1}... ${move}` : move;
    })
    .join(" ");
}

function wrapped(text: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join("\n");
}

export function pgn(san: readonly string[], last: string): string {
  const tags = [
    ["Event", "Proof game"],
    ["Site", "?"],
    ["Date", "????.??.??"],
    ["Round", "?"],
    ["White", "?"],
    ["Black", "?"],
    ["Result", "*"],
    ["FinalFEN", last],
  ];
  const head = tags.map(([name, value]) => `[${name} "${value}"]`).join("\n");
  return `${head}\n\n${wrapped(`${numbered(san)} *`.trim(), 79)}\n`;
}
