import { type ColumnType, InvalidValue } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { optionKind } from '../../kinds/option-kind';
import { asStored, noReferences, sameName, sameScalar } from '../../values/plain-values';
import { quoted } from '../../values/quoted';
import { readObject } from '../../values/read-object';

/** The four priorities in order; the same on every board, so that they are comparable. */
export const PRIORITIES = [
  { label: 'Critical', color: '#C0392B' },
  { label: 'High', color: '#C2570C' },
  { label: 'Medium', color: '#2F80ED' },
  { label: 'Low', color: '#5F6B7A' },
] as const;

/** One of PRIORITIES, stored as its word. */
export const priority: ColumnType<string, EmptyConfig> = {
  ...optionKind<string, EmptyConfig>(
    (stored) => [stored],
    () => PRIORITIES.map(({ label }) => label),
  ),
  name: 'priority',
  writable: true,
  storedIsWire: false,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    const word = typeof input === 'string' ? input : readObject(input, ['label', 'color'])?.label;
    if (typeof word !== 'string') throw new InvalidValue('Must be a priority: its name or {label}');
    const found = PRIORITIES.find(({ label }) => sameName(label, word.trim()));
    if (!found) throw new InvalidValue(`${quoted(word)} is not Critical, High, Medium or Low`);
    return found.label;
  },
  present: (stored) => {
    const found = PRIORITIES.find(({ label }) => label === stored);
    return found ? { ...found } : null;
  },
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
