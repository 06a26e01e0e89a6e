import type { WorkspaceId } from '../../../kernel/ids';
import type { SearchType } from '../search-types';
import { sha256Text } from '../../../platform/crypto/digest';

/**
 * The entries of the index. Each begins with a mark of its organization, so that a lookup reads only this
 * organization's entries of a word, without an extension that combines indexes. Organizations that share a mark
 * (one pair in thirty million) lose only speed: every statement also names the organization.
 */
export interface Lexemes {
  /** A word or pair in the name. */
  name(text: string): string;
  /** The same anywhere in the record. */
  anywhere(text: string): string;
  type(type: SearchType): string;
  workspace(id: WorkspaceId): string;
  trigram(text: string): string;
}

const MARK_LENGTH = 5;
const MAX_REMEMBERED = 10_000;
const made = new Map<string, Lexemes>();

export function lexemesOf(organizationId: string): Lexemes {
  let lexemes = made.get(organizationId);
  if (!lexemes) {
    if (made.size >= MAX_REMEMBERED) made.clear();
    made.set(organizationId, (lexemes = make(organizationId)));
  }
  return lexemes;
}

function make(organizationId: string): Lexemes {
  const mark = sha256Text(organizationId, 'base64url').slice(0, MARK_LENGTH);
  return {
    name: (text) => `${mark}n${text}`,
    anywhere: (text) => `${mark}w${text}`,
    type: (type) => `${mark}t${type}`,
    workspace: (id) => `${mark}s${id}`,
    trigram: (text) => `${mark}${text}`,
  };
}
