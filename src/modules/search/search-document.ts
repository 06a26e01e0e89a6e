import type { OrganizationId, WorkspaceId } from '../../kernel/ids';
import { lexemesOf } from './lexemes';
import type { SearchType } from './search-types';
import { nameKey, pairsOf, piecesOf, trigramsOf } from './words';

/** A record as the index learns of it. */
export interface SearchSource {
  id: string;
  type: SearchType;
  workspaceId: WorkspaceId;
  name: string;
  /** All its other text, plain. */
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

/** Of one record; what stands behind is not found. */
const TEXT_SEARCHED = 20_000;
const WORDS_MAX = 2_000;
/** Kept for the excerpt that a result shows. */
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

/** Words, and pairs of unspaced runs, each once; the value tells whether it is a word. */
function partsOf(text: string): Map<string, boolean> {
  const parts = new Map<string, boolean>();
  for (const piece of piecesOf(text)) {
    if (!piece.isRun) parts.set(piece.text, true);
    else for (const pair of pairsOf(piece.text)) if (!parts.has(pair)) parts.set(pair, false);
  }
  return parts;
}
