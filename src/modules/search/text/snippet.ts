import { foldText } from './fold-text';
import type { Term } from './search-terms';

const BEFORE = 60;
const AFTER = 120;
const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;

/**
 * The passage of a text around the first match of a term, as one line; null when the stored part of the text has
 * no match.
 */
export function snippetOf(body: string, terms: readonly Term[]): string | null {
  for (const { 0: word, index } of body.matchAll(WORD)) {
    const folded = foldText(word);
    if (terms.some((term) => fits(folded, term))) return cut(body, index);
  }
  return null;
}

/** A run of an unspaced script is one word here, and contains the pair somewhere. */
function fits(word: string, { text, match, kind }: Term): boolean {
  if (kind === 'pair') return word.includes(text);
  return match === 'whole' ? word === text : word.startsWith(text);
}

function cut(body: string, at: number): string {
  const from = at <= BEFORE ? 0 : wordStart(body, at - BEFORE, at);
  const to = Math.min(body.length, at + AFTER);
  const text = body.slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${text}${to < body.length ? '…' : ''}`;
}

/** Begins after a space, if there is one before the match. */
function wordStart(body: string, from: number, at: number): number {
  const blank = body.slice(from, at).search(/\s/);
  return blank === -1 ? from : from + blank + 1;
}
