import { type SearchType, typeCode } from '../search-types';

/**
 * The entries of the index as a query contains them. The database replaces the first character with the number of the
 * organization, so that a lookup reads only this organization's entries of a word, without an extension that combines
 * indexes (search_lexemes.sql, search_query.sql).
 */
export const LEXEMES = {
  /** A word or pair in the name. */
  name: (text: string) => `@n${text}`,
  /** A word or pair that is only in the other text. */
  other: (text: string) => `@w${text}`,
  type: (type: SearchType) => `@t${typeCode(type)}`,
} as const;
