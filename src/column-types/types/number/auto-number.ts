import { z } from 'zod';
import { type ColumnType, InvalidValue } from '../../column-type';
import { parseConfig } from '../../configs/parse-config';
import { plainNumberKind } from '../../kinds/number-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { rejectValue } from '../../values/computed-value';

export const PREFIX_MAX_LENGTH = 20;
const MAX_START = 1_000_000_000;

const schema = z.strictObject({
  prefix: z.string().max(PREFIX_MAX_LENGTH).optional(),
  start: z.int().min(0).max(MAX_START).default(1),
});

/** Numbers the items of a board in the order of creation; the prefix is for display. */
export const autoNumber: ColumnType<number, z.output<typeof schema>> = {
  ...plainNumberKind,
  name: 'auto_number',
  writable: false,
  firstNumber: ({ start }) => start,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: rejectValue,
  parseStored: (stored) => {
    if (!Number.isSafeInteger(stored) || (stored as number) < 0)
      throw new InvalidValue('Must be a whole number');
    return stored as number;
  },
  present: asStored,
  toText: (stored, { prefix }) => `${prefix ?? ''}${stored}`,
  equals: sameScalar,
  references: noReferences,
};
