import type { Json } from '../../../kernel/json';
import type { ColumnConfig, ColumnType, LoadedReferences, StoredValue } from '../column-type';
import type { FormulaType } from '../formula';
import { fifteenDigits } from '../formula/fifteen-digits';
import { naturalKey } from '../kinds/natural-key';
import type { LookupAggregate } from '../types/lookup';
import { failure, failureReason } from '../values/failure';

/** The cell of a linked item, which is not empty. */
export interface LinkedValue {
  type: ColumnType;
  config: ColumnConfig;
  stored: StoredValue;
}

/** Characters of a list as JSON: as many as a long text may have. */
export const LIST_MAX_LENGTH = 100_000;

/** What stands for a linked value that is too long to be read for a lookup. */
export const VALUE_TOO_LONG = 'a linked value is too long for a lookup';

/** One entry of a lookup: as it is sent, and what it is compared and added by. */
interface Entry {
  wire: Exclude<Json, null>;
  key: number | string;
}

/** What a lookup shows of the linked cells (decision 0041); null for an empty cell. */
export function aggregateLinked(
  aggregate: LookupAggregate,
  linked: readonly LinkedValue[],
  loaded: LoadedReferences,
): StoredValue | null {
  const failed = linked.map(({ stored }) => failureReason(stored)).find((reason) => reason !== null);
  const whole = linked.filter(({ stored }) => failureReason(stored) === null);
  if (aggregate === 'count') return whole.length;
  if (failed !== undefined) {
    // Not why: its own reason quotes cells of the linked item that nobody chose to show here.
    return failure(failed === VALUE_TOO_LONG ? failed : 'a linked item has no result');
  }
  if (aggregate === 'list') return list(whole);
  if (aggregate === 'min' || aggregate === 'max') return extreme(whole, aggregate, loaded);
  const numbers = whole.map(numberOf);
  if (numbers.some((number) => !Number.isFinite(number))) return failure('a linked value is no number');
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (!Number.isFinite(sum)) return failure('number out of range');
  if (aggregate === 'sum') return fifteenDigits(sum);
  return numbers.length === 0 ? null : fifteenDigits(sum / numbers.length);
}

/** The type of the results, from that of the cells that are looked at. */
export function aggregateType(aggregate: LookupAggregate, target: FormulaType): FormulaType {
  if (aggregate === 'list') return 'list';
  if (aggregate !== 'min' && aggregate !== 'max') return 'number';
  return target === 'list' || target === 'any' ? 'any' : target;
}

/** Entries as they are sent, cells that hold several one after the other. */
function list(linked: readonly LinkedValue[]): StoredValue | null {
  const entries = linked.flatMap(({ type, config, stored }) => {
    const wire = type.present(stored, config);
    return Array.isArray(wire) ? wire : [wire];
  });
  const shown = entries.filter((entry) => entry !== null);
  if (shown.length === 0) return null;
  return JSON.stringify(shown).length > LIST_MAX_LENGTH ? failure('the list is too long') : shown;
}

function extreme(
  linked: readonly LinkedValue[],
  which: 'min' | 'max',
  loaded: LoadedReferences,
): StoredValue | null {
  let found: Entry | null = null;
  for (const value of linked) {
    for (const entry of entriesOf(value, loaded)) {
      if (found === null || (which === 'min' ? precedes(entry, found) : precedes(found, entry)))
        found = entry;
    }
  }
  return found?.wire ?? null;
}

/** Numbers come before texts, which compare as they sort. */
function precedes(a: Entry, b: Entry): boolean {
  if (typeof a.key !== typeof b.key) return typeof a.key === 'number';
  return a.key < b.key;
}

function entriesOf({ type, config, stored }: LinkedValue, loaded: LoadedReferences): Entry[] {
  const value = type.formulaValue?.(stored, config, loaded) ?? type.toText(stored, config, loaded);
  return [value].flat().flatMap((scalar): Entry[] => {
    if (scalar === null) return [];
    if (typeof scalar === 'object' && 'instant' in scalar) {
      return [{ wire: new Date(scalar.instant).toISOString(), key: scalar.instant }];
    }
    if (typeof scalar === 'string') return [{ wire: scalar, key: naturalKey(scalar) }];
    return [{ wire: scalar as number | boolean, key: Number(scalar) }];
  });
}

function numberOf({ type, config, stored }: LinkedValue): number {
  const value = type.formulaValue?.(stored, config, {
    memberName: () => undefined,
    fileRecord: () => undefined,
  });
  return typeof value === 'number' ? value : NaN;
}
