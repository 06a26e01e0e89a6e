import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ColumnType, StoredValue } from '../column-type';
import { parseConfig } from '../configs/parse-config';
import { resultKind } from '../kinds/result-kind';
import { asStored } from '../values/as-stored';
import { refuseValue, resultText } from '../values/computed-value';
import { noReferences } from '../values/no-references';

export const EXPRESSION_MAX_LENGTH = 4_096;

const schema = z.strictObject({ expression: z.string().max(EXPRESSION_MAX_LENGTH).default('') });

/** Computed from the item's other columns, which the expression names as {Column Name}. */
export const formula: ColumnType<StoredValue, z.output<typeof schema>> = {
  ...resultKind,
  name: 'formula',
  writable: false,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: refuseValue,
  present: asStored,
  toText: resultText,
  equals: isDeepStrictEqual,
  references: noReferences,
};
