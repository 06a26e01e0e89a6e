import { isDeepStrictEqual } from 'node:util';
import type { ColumnType, StoredValue } from '../../column-type';
import { type LookupConfig, lookupSchema } from '../../configs/computed-configs';
import { parseConfig } from '../../configs/parse-config';
import { resultKind } from '../../kinds/result-kind';
import { parseResult, presentResult, rejectValue, resultText } from '../../values/computed-value';
import { asStored, noReferences } from '../../values/plain-values';

/** Values of the linked items, listed or aggregated; empty until both columns are chosen. */
export const lookup: ColumnType<StoredValue, LookupConfig> = {
  ...resultKind,
  name: 'lookup',
  writable: false,
  computedFrom: 'linkedItems',
  lookupConfig: asStored,
  storedIsWire: false,
  parseConfig: (input, context) =>
    parseConfig(lookupSchema, input, { previous: context.previous && given(context.previous) }),
  presentConfig: given,
  parseValue: rejectValue,
  parseStored: parseResult,
  present: presentResult,
  toText: resultText,
  equals: isDeepStrictEqual,
  references: noReferences,
};

/** The settings without those that are derived when the column is saved. */
function given({ result: _result, days: _days, ...config }: LookupConfig) {
  return config;
}
