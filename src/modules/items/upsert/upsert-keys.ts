import { type InputIssue, InvalidInput } from '../../../kernel/app-error';
import { type StoredValue, InvalidValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import type { ColumnFacts } from '../../hierarchy';

/** The key of one item of the input. */
export interface UpsertKey {
  stored: StoredValue;
  /** The same for keys that are the same, as in `uniqueKey`. */
  ref: string;
}

/** BAD_REQUEST for keys that are invalid, blank or repeated, naming each. */
export function upsertKeys(column: ColumnFacts, items: readonly { key: unknown }[]): UpsertKey[] {
  const issues: InputIssue[] = [];
  const first = new Map<string, number>();
  const keys = items.flatMap(({ key: input }, at) => {
    const key = keyOf(column, input);
    const repeated = typeof key === 'string' ? undefined : first.get(key.ref);
    const message = typeof key === 'string' ? key : repeated !== undefined && `Repeats items.${repeated}.key`;
    if (message) issues.push({ path: `items.${at}.key`, message });
    if (typeof key === 'string' || repeated !== undefined) return [];
    first.set(key.ref, at);
    return [key];
  });
  if (issues.length > 0) throw new InvalidInput(issues.slice(0, ISSUES_SHOWN));
  return keys;
}

const ISSUES_SHOWN = 20;

/** Why the input is not a key, if it is none. */
function keyOf(column: ColumnFacts, input: unknown): UpsertKey | string {
  const { parseValue, uniqueKey } = columnTypes[column.type];
  try {
    const context = { now: new Date(0).toISOString(), userId: '', previous: null };
    const stored = parseValue(input, column.config, context);
    const ref = stored === null ? null : uniqueKey!(stored);
    return ref === null ? 'Must not be empty' : { stored: stored!, ref };
  } catch (rejection) {
    if (rejection instanceof InvalidValue) return rejection.message;
    throw rejection;
  }
}
