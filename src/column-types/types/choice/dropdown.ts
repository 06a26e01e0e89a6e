import { z } from 'zod';
import { type ColumnType, InvalidValue } from '../../column-type';
import { boundedArray } from '../../configs/schemas';
import { parseConfig } from '../../configs/parse-config';
import { optionKind } from '../../kinds/option-kind';
import { asStored, noReferences, sameName, sameScalar } from '../../values/plain-values';
import { quoted } from '../../values/quoted';

export const MAX_OPTIONS = 500;
export const OPTION_MAX_LENGTH = 100;

const schema = z.strictObject({
  options: boundedArray(z.string().trim().min(1).max(OPTION_MAX_LENGTH), MAX_OPTIONS)
    .refine((options) => new Set(options).size === options.length, 'Two options are the same')
    .default([]),
});
type DropdownConfig = z.output<typeof schema>;

/** One option, stored as its text, which also identifies it when options are removed. */
export const dropdown: ColumnType<string, DropdownConfig> = {
  ...optionKind<string, DropdownConfig>(
    (stored) => [stored],
    (config) => config.options,
  ),
  name: 'dropdown',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: (input, { options }) => {
    if (typeof input !== 'string') throw new InvalidValue('Must be text: one of the options');
    const given = input.trim();
    // Two options can differ in case only.
    const option = options.includes(given) ? given : options.find((each) => sameName(each, given));
    if (option === undefined) throw new InvalidValue(`${quoted(input)} is not one of the options`);
    return option;
  },
  parseStored: (stored) => {
    if (typeof stored !== 'string' || stored === '' || stored.length > OPTION_MAX_LENGTH)
      throw new InvalidValue(`Must be text of 1 to ${OPTION_MAX_LENGTH} characters`);
    return stored;
  },
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
  labelList: {
    key: 'options',
    maxEntries: MAX_OPTIONS,
    hasDetails: false,
    entries: ({ options }) => options.map((option) => ({ id: option, name: option })),
    namesIn: (input) => (typeof input === 'string' ? [input.trim()] : []),
    written: ({ id, name = id! }) => name,
  },
  removedLabelIds: (before, after) => before.options.filter((option) => !after.options.includes(option)),
  withLabels: (config, _from, added) => ({ ...config, options: [...config.options, ...added] }),
  withoutLabels: (config, removed) => ({
    ...config,
    options: config.options.filter((option) => !removed.includes(option)),
  }),
  replaceLabel: (stored, from, to) => (stored === from ? to : stored),
};
