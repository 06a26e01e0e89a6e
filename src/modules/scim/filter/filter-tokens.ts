import { ScimError } from '../scim-error';

export type FilterToken =
  | { kind: 'word'; text: string }
  | { kind: 'string'; value: string }
  | { kind: 'sign'; text: '(' | ')' | '[' | ']' };

/** Far above what any directory asks; what is longer is made to cost. */
export const FILTER_MAX = 4_000;

// One alternative each, none of which can match in two ways: no text takes longer than its length.
const TOKEN = /\s+|([()[\]])|("(?:[^"\\]|\\.)*")|([A-Za-z0-9$_:.+-]+)/y;

/** The words, strings and brackets of a filter. */
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
  // What PostgreSQL cannot compare with anything.
  if (value.includes('\u0000') || !value.isWellFormed())
    throw new ScimError('invalidFilter', 'A string of the filter contains invalid characters');
  return value;
}
