import type { OrganizationId, WorkspaceId } from '../../../kernel/ids';
import { lexemesOf } from '../text/lexemes';
import type { SearchType } from '../search-types';
import { nameKey, pairsOf, piecesOf, trigramsOf } from '../text/words';

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
  id: string;
  type: SearchType;
  workspace_id: WorkspaceId;
  name: string;
  body: string;
  lexemes: string[];
}

/** A row of `search_words`. */
export interface SearchWord {
  word: string;
  trigrams: string[];
}

/** Limit of one record; text after it is not indexed. */
const TEXT_SEARCHED = 20_000;
const WORDS_MAX = 2_000;
/** Stored for the excerpt in results. */
const BODY_KEPT = 2_000;

export function documentOf(
  organizationId: OrganizationId,
  { id, type, workspaceId, name, text }: SearchSource,
): { document: SearchDocument; words: SearchWord[] } {
  const lexemes = lexemesOf(organizationId);
  const inName = partsOf(name);
  const anywhere = new Map(
    [...inName, ...partsOf(text.slice(0, TEXT_SEARCHED).toWellFormed())].slice(0, WORDS_MAX),
  );
  const document = {
    id,
    type,
    workspace_id: workspaceId,
    name: nameKey(name),
    body: text.slice(0, BODY_KEPT).toWellFormed(),
    lexemes: [
      lexemes.type(type),
      lexemes.workspace(workspaceId),
      ...[...inName.keys()].map(lexemes.name),
      ...[...anywhere.keys()].map(lexemes.anywhere),
    ],
  };
  const words = [...anywhere].flatMap(([word, isWord]) =>
    isWord ? [{ word, trigrams: trigramsOf(word).map(lexemes.trigram) }] : [],
  );
  return { document, words };
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
