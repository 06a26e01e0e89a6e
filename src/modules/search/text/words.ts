import { foldText } from './fold-text';

/** Longer ones are digests and the like, which no one types. */
export const WORD_MAX_LENGTH = 60;

/** Folding can lengthen a name, and an entry of a B-tree has at most 2,700 bytes. */
const NAME_KEY_MAX_LENGTH = 500;

/** Some characters fold to eighteen letters; a text of them must not cost eighteen times as much. */
const FOLDED_MAX_LENGTH = 40_000;

/** Consecutive letters and digits, or one pictograph; all other characters separate. */
const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;

/** Scripts without spaces between words. */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const UNSPACED_RUN = new RegExp(`^[${UNSPACED}]`, 'u');

/** The tokens of a text, in its order and with repetitions. A run is text without spaces between its words. */
export interface Piece {
  text: string;
  isRun: boolean;
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const word of cut(foldText(text), FOLDED_MAX_LENGTH).match(WORD) ?? []) {
    const parts = HAS_UNSPACED.test(word) ? word.match(RUN)! : [word];
    for (const part of parts) {
      const isRun = UNSPACED_RUN.test(part);
      pieces.push({ text: isRun ? part : cut(part, WORD_MAX_LENGTH), isRun });
    }
  }
  return pieces;
}

/** A name for comparison as a whole: its words separated with one space, up to the limit of an index entry. */
export function nameKey(name: string): string {
  return cut((foldText(name).match(WORD) ?? []).join(' '), NAME_KEY_MAX_LENGTH);
}

/**
 * Each two adjacent characters of a run, and its last character alone, so that every character begins one of
 * them: a search term can be any part of a run.
 */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, at) => character + (characters[at + 1] ?? ''));
}

/** Each three adjacent characters of a word with marked ends. */
export function trigramsOf(word: string): string[] {
  const characters = [...`^${word}$`];
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')))];
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}
