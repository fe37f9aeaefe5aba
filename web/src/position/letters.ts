// Letters of pieces in other languages. A translator adds a line: king, queen, rook, bishop, knight.

export const LETTERS = {
  en: ["English", "KQRBN"],
  de: ["Deutsch", "KDTLS"],
  fr: ["Français", "RDTFC"],
  es: ["Español", "RDTAC"],
  it: ["Italiano", "RDTAC"],
  nl: ["Nederlands", "KDTLP"],
  pl: ["Polski", "KHWGS"],
  figurines: ["♔♕♖♗♘", "♔♕♖♗♘"],
} as const;
export type Language = keyof typeof LETTERS;
export const LANGUAGES = Object.keys(LETTERS) as Language[];
export const isLanguage = (text: string | null): text is Language => text !== null && text in LETTERS;

const ENGLISH = [...LETTERS.en[1]];
const lettersOf = (language: Language): string[] => [...LETTERS[language][1]];

/** Moves of a text, with or without numbers, as SAN of a language. */
export function localised(text: string, language: Language): string {
  if (language === "en") return text;
  const letters = lettersOf(language);
  // A letter of a piece comes before a square, a capture or more of the origin, or after a promotion's sign.
  return text.replace(/[KQRBN](?=x?[a-h1-8]|[a-h1-8]x)|(?<==)[QRBN]/g, (letter) => letters[ENGLISH.indexOf(letter)]!);
}

/** One move in SAN of a language, with English letters. */
export function inEnglish(move: string, language: Language): string {
  if (language === "en") return move;
  const letters = lettersOf(language);
  const letter = (one: string): string => ENGLISH[letters.indexOf(one)] ?? one;
  const [first = "", ...rest] = [...move];
  return letter(first) + rest.join("").replace(/(?<=[18]=?)[\p{Lu}♔-♘]/u, letter);
}

/** The language whose letters all of these moves have; English where nothing speaks against it. */
export function languageOf(moves: Iterable<string>): Language {
  const seen = new Set<string>();
  for (const move of moves) {
    if (/^[O0]-/.test(move)) continue;
    const [, first, promoted] = /^([\p{Lu}♔-♘])?[a-h1-8x:-]+=?([\p{Lu}♕-♘])?/u.exec(move) ?? [];
    if (first) seen.add(first);
    if (promoted) seen.add(promoted);
  }
  return LANGUAGES.find((language) => [...seen].every((letter) => lettersOf(language).includes(letter))) ?? "en";
}
