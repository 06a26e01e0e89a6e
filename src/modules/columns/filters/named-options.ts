import type { Json } from '../../../kernel/json';
import type { ColumnFacts } from '../../hierarchy';
import { type ColumnConfig, type ColumnType, ValueRefused } from '../column-type';
import { quoted } from '../values/quoted';
import { readObject } from '../values/read-object';
import { sameName } from '../values/same-name';

/**
 * The options that one entry of a filter names: one, as when it is set, or all of a colour, where they have colours
 * (contract §6). Throws ValueRefused where there is none.
 */
export function namedOptions(input: unknown, column: ColumnFacts, type: ColumnType): string[] {
  const config = column.config as ColumnConfig;
  const { label, color } = readObject(input, ['label', 'color']) ?? {};
  if (color !== undefined) return ofColor(color, label, labelsOf(type, config));
  if (Array.isArray(input)) throw new ValueRefused('Must name one label or option');
  const stored = type.parseValue(input, config, { now: '', userId: '', previous: null });
  if (stored === null) throw new ValueRefused('Must name a label or an option');
  return [stored].flat().map(String);
}

interface NamedLabel {
  key: string;
  label: string;
  color: string;
}

function ofColor(color: unknown, label: unknown, labels: readonly NamedLabel[]): string[] {
  if (typeof color !== 'string' || (label !== undefined && typeof label !== 'string')) {
    throw new ValueRefused('label and color must be texts');
  }
  const found = labels
    .filter((each) => sameName(each.color, color.trim()))
    .filter((each) => label === undefined || sameName(each.label, label.trim()));
  if (found.length > 0) return found.map(({ key }) => key);
  const named = label === undefined ? '' : ` ${quoted(label)}`;
  throw new ValueRefused(`No label${named} of this column has the colour ${quoted(color)}`);
}

/** An option with its wire form; those of a dropdown are texts without a colour. */
function labelsOf(type: ColumnType, config: ColumnConfig): NamedLabel[] {
  const order = type.sortOrder(config);
  const keys = order.by === 'option' ? order.keys : [];
  return keys.flatMap((key) => {
    const [shown] = [type.present(type.cellForm === 'list' ? [key] : key, config)].flat();
    return isLabel(shown) ? [{ key, ...shown }] : [];
  });
}

function isLabel(shown: Json | undefined): shown is { label: string; color: string } {
  return typeof shown === 'object' && shown !== null && 'color' in shown;
}
