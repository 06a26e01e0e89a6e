import type { ColumnFacts } from '../../hierarchy';
import { type ColumnConfig, type ColumnType, InvalidValue } from '../../../column-types/column-type';
import { isShownLabel } from '../../../column-types/values/present-label';
import { quoted } from '../../../column-types/values/quoted';
import { readObject } from '../../../column-types/values/read-object';
import { sameName } from '../../../column-types/values/plain-values';

/**
 * The options that one entry of a filter names: one by its input form, or all of a color, for options with
 * colors (contract §6). Throws InvalidValue if there is none.
 */
export function namedOptions(input: unknown, column: ColumnFacts, type: ColumnType): string[] {
  const config = column.config;
  const { label, color } = readObject(input, ['label', 'color']) ?? {};
  if (color !== undefined) return ofColor(color, label, labelsOf(type, config));
  if (Array.isArray(input)) throw new InvalidValue('Must name one label or option');
  const stored = type.parseValue(input, config, { now: '', userId: '', previous: null });
  if (stored === null) throw new InvalidValue('Must name a label or an option');
  return [stored].flat().map(String);
}

interface NamedLabel {
  key: string;
  label: string;
  color: string;
}

function ofColor(color: unknown, label: unknown, labels: readonly NamedLabel[]): string[] {
  if (typeof color !== 'string' || (label !== undefined && typeof label !== 'string')) {
    throw new InvalidValue('label and color must be texts');
  }
  const found = labels
    .filter((each) => sameName(each.color, color.trim()))
    .filter((each) => label === undefined || sameName(each.label, label.trim()));
  if (found.length > 0) return found.map(({ key }) => key);
  const named = label === undefined ? '' : ` ${quoted(label)}`;
  throw new InvalidValue(`No label${named} of this column has the color ${quoted(color)}`);
}

/** An option with its wire form; options of a dropdown are texts without a color. */
function labelsOf(type: ColumnType, config: ColumnConfig): NamedLabel[] {
  const order = type.sortOrder(config);
  const keys = order.by === 'option' ? order.keys : [];
  return keys.flatMap((key) => {
    const [shown] = [type.present(type.cellLayout === 'list' ? [key] : key, config)].flat();
    return isShownLabel(shown) ? [{ key, ...shown }] : [];
  });
}
