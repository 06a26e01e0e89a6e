import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../kernel/json';

export type Fields = { readonly [field: string]: Json };

/** The changes to a record: all fields of a created or deleted record, otherwise the changed fields. */
export function changedFields(
  before: Fields | null,
  after: Fields | null,
): { before?: Fields; after?: Fields } {
  if (before === null) return after === null ? {} : { after };
  if (after === null) return { before };
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return {};
  const of = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field]!]));
  return { before: of(before), after: of(after) };
}
