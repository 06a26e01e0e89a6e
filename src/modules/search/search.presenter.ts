import type { SearchResult } from './search.schemas';
import type { SearchRow } from './search.read-model';
import type { Term } from './text/search-terms';
import { snippetOf } from './text/snippet';

/** Ranks up to this one are matches of names. */
const LAST_RANK_OF_NAMES = 3;

export function presentResult(row: SearchRow, terms: readonly Term[]): SearchResult {
  const { rank, body, ...shown } = row;
  return { ...shown, snippet: rank <= LAST_RANK_OF_NAMES ? null : snippetOf(body, terms) };
}
