import type { Json } from '../../kernel/json';
import type { FormulaInstant, FormulaScalar, FormulaType } from '../formula';
import type { ColumnKind, LoadedReferences, StoredValue } from '../column-type';
import { resultText } from '../values/computed-value';
import { dayOrInstant } from '../values/day-or-instant';
import { failureReason } from '../values/failure';
import type { Span } from '../values/parse-span';
import { numberRows, textRows } from './index-rows';
import { naturalKey } from './natural-key';

/** The type of the results of a computed column; absent if there is nothing to compute. */
export type ResultConfig = { result?: FormulaType; days?: true };

const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

/** Computed columns, by the type of their results (decision 0040). Failed cells are not indexed and count as empty. */
export const resultKind: ColumnKind<StoredValue, ResultConfig> = {
  kind: 'result',
  indexEntries: (stored, { result }, loaded) => {
    if (result === undefined || failureReason(stored) !== null) return [];
    if (!sortsByNumber(result)) return textRows(naturalKey(namedText(stored, loaded)));
    const number = numberOf(stored);
    return Number.isNaN(number) ? [] : numberRows(number);
  },
  sortOrder: ({ result }) => {
    if (result === undefined) return { by: 'nothing' };
    return { by: sortsByNumber(result) ? 'number' : 'text' };
  },
  formulaType: ({ result }) => result ?? 'any',
  holdsDays: ({ days }) => days === true,
  formulaValue: (stored, { days }, loaded) => {
    const read = days ? dayOrInstant : instantOf;
    if (!Array.isArray(stored)) return scalarOf(stored, read, loaded);
    return stored.flatMap((entry) =>
      isSpan(entry) ? [read(entry.start), read(entry.end)] : scalarOf(entry, read, loaded),
    );
  },
};

function sortsByNumber(result: FormulaType): boolean {
  return result === 'number' || result === 'flag' || result === 'instant';
}

/** NaN for a value of another type, which was written before the result type changed. */
function numberOf(stored: StoredValue): number {
  if (typeof stored === 'boolean') return stored ? 1 : 0;
  if (typeof stored === 'number') return stored;
  return typeof stored === 'string' && INSTANT.test(stored) ? Date.parse(stored) : NaN;
}

function instantOf(stored: string): FormulaInstant {
  return { instant: Date.parse(stored) };
}

/** An entry of a lookup that lists date ranges. */
function isSpan(entry: Json): entry is Span {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
  const { start, end } = entry;
  return typeof start === 'string' && typeof end === 'string' && INSTANT.test(start) && INSTANT.test(end);
}

function scalarOf(
  stored: StoredValue | null,
  read: (time: string) => FormulaInstant,
  loaded: LoadedReferences,
): FormulaScalar {
  if (stored === null || typeof stored === 'number' || typeof stored === 'boolean') return stored;
  if (typeof stored === 'string' && INSTANT.test(stored)) return read(stored);
  return namedText(stored, loaded);
}

/** The text of a value; people are shown with their names if those are loaded. */
function namedText(stored: StoredValue, loaded: LoadedReferences): string {
  if (Array.isArray(stored)) return stored.map((entry) => namedText(entry ?? '', loaded)).join(', ');
  return (typeof stored === 'string' && loaded.memberName(stored)) || resultText(stored);
}
