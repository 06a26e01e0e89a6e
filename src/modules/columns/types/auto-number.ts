import { z } from 'zod';
import type { ColumnType } from '../column-type';
import { parseConfig } from '../configs/parse-config';
import { plainNumberKind } from '../kinds/number-kind';
import { asStored } from '../values/as-stored';
import { refuseValue } from '../values/computed-value';
import { noReferences } from '../values/no-references';
import { sameScalar } from '../values/same-scalar';

export const PREFIX_MAX_LENGTH = 20;
const MAX_START = 1_000_000_000;

const schema = z.strictObject({
  prefix: z.string().max(PREFIX_MAX_LENGTH).optional(),
  start: z.int().min(0).max(MAX_START).default(1),
});

/** Counts the items of a board as they are made; the prefix is display. */
export const autoNumber: ColumnType<number, z.output<typeof schema>> = {
  ...plainNumberKind,
  name: 'auto_number',
  writable: false,
  numbersItems: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: refuseValue,
  present: asStored,
  toText: (stored, { prefix }) => `${prefix ?? ''}${stored}`,
  equals: sameScalar,
  references: noReferences,
};
