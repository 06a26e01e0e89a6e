import { nameKey, pairsOf, piecesOf } from './words';

/** The maximum number of words of a query; further ones are ignored. */
const TERMS_MAX = 12;
/** Shorter prefixes match too many words to look all of them up. */
export const BEGINNING_MIN_LENGTH = 3;

/** One condition that a record must match. */
export interface Term {
  text: string;
  /**
   * `whole`: this exact word or pair. `beginning`: any word with this prefix. `short`: the last word, while it is
   * being typed: this word, or some of those with this prefix.
   */
  match: 'whole' | 'beginning' | 'short';
  /** A pair is two adjacent characters of a run, or one character of it. */
  kind: 'word' | 'pair';
}

/** A parsed query. */
export interface SearchTerms {
  /** The whole query, to compare with whole names. */
  name: string;
  terms: readonly Term[];
}

export function searchTermsOf(question: string): SearchTerms {
  const pieces = piecesOf(question);
  const terms = new Map<string, Term>();
  pieces.forEach(({ text, isRun }, at) => {
    const isLast = at === pieces.length - 1;
    for (const term of isRun ? runTerms(text) : [wordTerm(text, isLast)]) terms.set(term.text, term);
  });
  return { name: nameKey(question), terms: [...terms.values()].slice(0, TERMS_MAX) };
}

function wordTerm(text: string, isLast: boolean): Term {
  const isLong = [...text].length >= BEGINNING_MIN_LENGTH;
  return { text, match: isLong ? 'beginning' : isLast ? 'short' : 'whole', kind: 'word' };
}

function runTerms(run: string): Term[] {
  const pairs = pairsOf(run);
  // One character is the beginning of a pair or the single last character of a run.
  if (pairs.length === 1) return [{ text: run, match: 'beginning', kind: 'pair' }];
  return pairs.slice(0, -1).map((text) => ({ text, match: 'whole', kind: 'pair' }));
}

/** Whether it has alternatives: words that contain it, and words of which it can be a typing error. */
export function hasAlternatives({ kind, match }: Term): boolean {
  return kind === 'word' && match === 'beginning';
}
