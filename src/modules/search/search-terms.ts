import { nameKey, pairsOf, piecesOf } from './words';

/** Words of a question that count; what follows is passed over. */
const TERMS_MAX = 12;
/** Shorter beginnings stand for too many words to look all of them up. */
export const BEGINNING_MIN_LENGTH = 3;

/** One thing that a record must have to be found. */
export interface Term {
  text: string;
  /**
   * `whole`: this very word or pair. `beginning`: any word that begins so. `short`: the last word, while it is being
   * typed: this word, or some of those that begin so.
   */
  match: 'whole' | 'beginning' | 'short';
  /** A pair is two neighbours of a run, or one character of it. */
  kind: 'word' | 'pair';
}

/** A question as search understands it. */
export interface SearchTerms {
  /** All of it, to compare with whole names. */
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
  // One character is the beginning of a pair or stands at the end of a run, alone.
  if (pairs.length === 1) return [{ text: run, match: 'beginning', kind: 'pair' }];
  return pairs.slice(0, -1).map((text) => ({ text, match: 'whole', kind: 'pair' }));
}

/** Whether other words may stand for it: those it is a part of, and those it may be a slip for. */
export function hasStandIns({ kind, match }: Term): boolean {
  return kind === 'word' && match === 'beginning';
}
