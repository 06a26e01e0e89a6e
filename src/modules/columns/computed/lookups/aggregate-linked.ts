import type { Json } from '../../../../kernel/json';
import type {
  ColumnConfig,
  ColumnType,
  LoadedReferences,
  StoredValue,
} from '../../../../column-types/column-type';
import type { FormulaType } from '../../../../column-types/formula';
import { fifteenDigits } from '../../../../column-types/formula/values/fifteen-digits';
import { naturalKey } from '../../../../column-types/kinds/natural-key';
import type { LookupAggregate } from '../../../../column-types/configs/computed-configs';
import { failure, failureReason } from '../../../../column-types/values/failure';
import { isShownLabel } from '../../../../column-types/values/present-label';

/** The cell of a linked item; never empty. */
export interface LinkedValue {
  type: ColumnType;
  config: ColumnConfig;
  stored: StoredValue;
}

/** Characters of a list as JSON: the limit of a long text. */
export const LIST_MAX_LENGTH = 100_000;

/** Replaces a linked value that is too long to be read for a lookup. */
export const VALUE_TOO_LONG = 'a linked value is too long for a lookup';

/** One entry of a lookup: its wire form, and the keys for comparison and addition. */
interface Entry {
  wire: Exclude<Json, null>;
  key: number | string;
}

/** The result of a lookup from the linked cells (decision 0041); null for an empty cell. */
export function aggregateLinked(
  aggregate: LookupAggregate,
  linked: readonly LinkedValue[],
  loaded: LoadedReferences,
): StoredValue | null {
  const failed = linked.map(({ stored }) => failureReason(stored)).find((reason) => reason !== null);
  const whole = linked.filter(({ stored }) => failureReason(stored) === null);
  if (aggregate === 'count') return whole.length;
  if (failed !== undefined) {
    // Without the reason, which quotes cells of the linked item that no one chose to show here.
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

/** The type of the results, derived from the type of the linked cells. */
export function aggregateType(aggregate: LookupAggregate, target: FormulaType): FormulaType {
  if (aggregate === 'list') return 'list';
  if (aggregate !== 'min' && aggregate !== 'max') return 'number';
  return target === 'list' || target === 'any' ? 'any' : target;
}

/** Entries in their wire form; the entries of multi-value cells are concatenated. */
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

/** Numbers precede texts, which compare in their sort order. */
function precedes(a: Entry, b: Entry): boolean {
  if (typeof a.key !== typeof b.key) return typeof a.key === 'number';
  return a.key < b.key;
}

/** The comparable parts of a cell, each in its wire form. Options compare by their position in the config. */
function entriesOf(linked: LinkedValue, loaded: LoadedReferences): Entry[] {
  const { type, config, stored } = linked;
  const order = type.sortOrder(config);
  if (order.by === 'option') return optionsOf(linked, order.keys);
  if (type.kind === 'result' && Array.isArray(stored)) {
    return stored.flatMap((entry) =>
      entry === null ? [] : entriesOf({ type, config, stored: entry }, loaded),
    );
  }
  if (isShownLabel(stored)) return [{ wire: stored, key: naturalKey(stored.label) }];
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

function optionsOf({ type, config, stored }: LinkedValue, keys: readonly string[]): Entry[] {
  return [stored].flat().flatMap((option): Entry[] => {
    const [wire = null] = [type.present(type.cellLayout === 'list' ? [option] : option!, config)].flat();
    return wire === null ? [] : [{ wire, key: keys.indexOf(String(option)) }];
  });
}

function numberOf({ type, config, stored }: LinkedValue): number {
  const value = type.formulaValue?.(stored, config, {
    memberName: () => undefined,
    fileRecord: () => undefined,
  });
  return typeof value === 'number' ? value : NaN;
}
