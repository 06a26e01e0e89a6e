import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { idPattern } from '../../../kernel/ids';
import type { ColumnType, StoredValue } from '../column-type';
import { parseConfig } from '../configs/parse-config';
import { resultKind } from '../kinds/result-kind';
import { asStored } from '../values/as-stored';
import { refuseValue, resultText } from '../values/computed-value';
import { noReferences } from '../values/no-references';

export const LOOKUP_AGGREGATES = ['list', 'count', 'sum', 'min', 'max', 'avg'] as const;

const columnId = z.string().regex(idPattern('column'), 'Must be a column id');
const schema = z.strictObject({
  linkColumnId: columnId.optional(),
  targetColumnId: columnId.optional(),
  aggregate: z.enum(LOOKUP_AGGREGATES).default('list'),
});

/** Values of the linked items, listed or aggregated; nothing until both columns are chosen. */
export const lookup: ColumnType<StoredValue, z.output<typeof schema>> = {
  ...resultKind,
  name: 'lookup',
  writable: false,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: refuseValue,
  present: asStored,
  toText: resultText,
  equals: isDeepStrictEqual,
  references: noReferences,
};
