import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { idPattern } from '../../../kernel/ids';
import type { FormulaType } from '../formula';
import type { ColumnConfig, ColumnType, StoredValue } from '../column-type';
import { parseConfig } from '../configs/parse-config';
import { resultKind } from '../kinds/result-kind';
import { presentResult, refuseValue, resultText } from '../values/computed-value';
import { noReferences } from '../values/no-references';

export const LOOKUP_AGGREGATES = ['list', 'count', 'sum', 'min', 'max', 'avg'] as const;
export type LookupAggregate = (typeof LOOKUP_AGGREGATES)[number];

const columnId = z.string().regex(idPattern('column'), 'Must be a column id');
const schema = z.strictObject({
  linkColumnId: columnId.optional(),
  targetColumnId: columnId.optional(),
  aggregate: z.enum(LOOKUP_AGGREGATES).default('list'),
});

/** What is given, the type that its results have, and whether a midnight in UTC is a day in them. */
export type LookupConfig = z.output<typeof schema> & { result?: FormulaType; days?: true };

/** Values of the linked items, listed or aggregated; nothing until both columns are chosen. */
export const lookup: ColumnType<StoredValue, LookupConfig> = {
  ...resultKind,
  name: 'lookup',
  writable: false,
  computedFrom: 'linkedItems',
  storedIsWire: false,
  parseConfig: (input, context) =>
    parseConfig(schema, input, { ...context, previous: context.previous && given(context.previous) }),
  presentConfig: given,
  parseValue: refuseValue,
  present: presentResult,
  toText: resultText,
  equals: isDeepStrictEqual,
  references: noReferences,
};

/** Without what is found out from the rest. */
function given(config: ColumnConfig): ColumnConfig {
  const { result: _result, days: _days, ...rest } = config;
  return rest;
}
