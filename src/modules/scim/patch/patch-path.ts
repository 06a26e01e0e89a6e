import { attributeName } from '../resources/attribute-name';
import type { FilterNode } from '../filter/filter-node';
import { FILTER_MAX } from '../filter/filter-tokens';
import { parseFilter } from '../filter/parse-filter';
import { ScimError } from '../scim-error';

export interface PatchPath {
  /** In lower case and without the schema; with the sub-attribute if there is no filter: `name.givenname`. */
  attribute: string;
  /** Selects among the attribute's values. */
  filter: FilterNode | null;
  /** The sub-attribute after a filter: `emails[type eq "work"].value`. */
  sub: string | null;
}

const NAME = /^[a-z$][\w$:.-]*$/;

export function parsePatchPath(text: string): PatchPath {
  if (text.length > FILTER_MAX) throw new ScimError('invalidPath', 'path: is too long');
  const open = text.indexOf('[');
  if (open === -1) return { attribute: nameOf(text), filter: null, sub: null };
  const close = text.lastIndexOf(']');
  const after = text.slice(close + 1);
  if (close < open || (after !== '' && !after.startsWith('.'))) throw unreadable(text);
  return {
    attribute: nameOf(text.slice(0, open)),
    filter: parseFilter(text.slice(open + 1, close)),
    sub: after === '' ? null : nameOf(after.slice(1)),
  };
}

function nameOf(text: string): string {
  const name = attributeName(text.trim());
  if (!NAME.test(name)) throw unreadable(text);
  return name;
}

function unreadable(text: string): ScimError {
  return new ScimError('invalidPath', `path: ${text.slice(0, 100)} cannot be read`);
}
