// What a text may mean that is nearly a position: a rank of seven or nine squares, as misprints, bad scans and boards
// that were typed have them.
import { backend } from "../backend/choose";
import { isUnread, type Problem } from "../backend/backend";

export type Reading = NonNullable<Problem["readings"]>[number];

/** The likeliest first; none where it looks like nothing. */
export async function readingsOf(text: string): Promise<readonly Reading[]> {
  if (text.split("/").length !== 8 && text.trim().split("\n").length < 8) return [];
  // As a list of one: what cannot be read is an answer then.
  const { answers } = await backend.reach({ positions: [text], repair: true, time: "2s" });
  const [said] = answers;
  return said && isUnread(said) ? (said.error.readings ?? []) : [];
}
