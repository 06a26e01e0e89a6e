import { ScimError } from '../scim-error';

export type FilterToken =
  | { kind: 'word'; text: string }
  | { kind: 'string'; value: string }
  | { kind: 'sign'; text: '(' | ')' | '[' | ']' };

/** Far longer than filters of directories; stops filters that are built to be expensive. */
export const FILTER_MAX = 4_000;

// The alternatives cannot match the same text, so the time is linear in its length.
const TOKEN = /\s+|([()[\]])|("(?:[^"\\]|\\.)*")|([A-Za-z0-9$_:.+-]+)/y;

/** The words, strings and parentheses of a filter. */
export function filterTokens(text: string): FilterToken[] {
  if (text.length > FILTER_MAX) throw new ScimError('invalidFilter', 'The filter is too long');
  const tokens: FilterToken[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) throw new ScimError('invalidFilter', `Invalid filter at character ${at + 1}`);
    const [, sign, quoted, word] = found;
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign as '(' });
    else if (quoted !== undefined) tokens.push({ kind: 'string', value: unquoted(quoted) });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
  }
  return tokens;
}

function unquoted(quoted: string): string {
  let value: string;
  try {
    value = JSON.parse(quoted) as string;
  } catch {
    throw new ScimError('invalidFilter', 'A string of the filter is not a JSON string');
  }
  // PostgreSQL cannot compare such a text.
  if (value.includes('\u0000') || !value.isWellFormed())
    throw new ScimError('invalidFilter', 'A string of the filter contains invalid characters');
  return value;
}
