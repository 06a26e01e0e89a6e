import type { WorkspaceId } from '../../../kernel/ids';
import { indexedRecord, type SearchType, type TypeCode } from '../search-types';
import { nameKey, pairsOf, piecesOf } from '../text/words';

/** A record as input of the index. */
export interface SearchSource {
  id: string;
  type: SearchType;
  workspaceId: WorkspaceId;
  name: string;
  /** All its other text, without markup. */
  text: string;
}

/** A row of `search_documents`. */
export interface SearchDocument {
  type: TypeCode;
  place: string;
  workspace_id: WorkspaceId;
  /** The name as a whole, and its words: separated with spaces. */
  name: string;
  /** The words and pairs of the name, if they differ from the words in `name`. */
  name_words: string | null;
  /** Those of the other text that are not in the name. */
  words: string;
  body: string;
}

/** Limit of one record; text after it is not indexed. */
const TEXT_SEARCHED = 20_000;
const WORDS_MAX = 2_000;
/** Stored for the excerpt in results. */
const BODY_KEPT = 2_000;

/** The document of a record, and the words that are in it. */
export function documentOf({ id, workspaceId, name, text }: SearchSource): {
  document: SearchDocument;
  words: string[];
} {
  const inName = partsOf(name);
  const anywhere = new Map(
    [...inName, ...partsOf(text.slice(0, TEXT_SEARCHED).toWellFormed())].slice(0, WORDS_MAX),
  );
  const key = nameKey(name);
  const document = {
    ...indexedRecord(id),
    workspace_id: workspaceId,
    name: key,
    name_words: consistsOf(key, inName) ? null : [...inName.keys()].join(' '),
    words: [...anywhere.keys()].filter((part) => !inName.has(part)).join(' '),
    body: text.slice(0, BODY_KEPT).toWellFormed(),
  };
  return { document, words: [...anywhere].flatMap(([word, isWord]) => (isWord ? [word] : [])) };
}

/** False for pairs, and for very long words and names, which are cut. */
function consistsOf(key: string, parts: ReadonlyMap<string, boolean>): boolean {
  const words = new Set(key === '' ? [] : key.split(' '));
  return words.size === parts.size && [...words].every((word) => parts.has(word));
}

/** Words, and pairs of unspaced runs, each once; the value is true for a word. */
function partsOf(text: string): Map<string, boolean> {
  const parts = new Map<string, boolean>();
  for (const piece of piecesOf(text)) {
    if (!piece.isRun) parts.set(piece.text, true);
    else for (const pair of pairsOf(piece.text)) if (!parts.has(pair)) parts.set(pair, false);
  }
  return parts;
}
