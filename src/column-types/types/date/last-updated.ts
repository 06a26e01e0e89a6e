import type { ColumnType } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { itemTimeKind } from '../../kinds/instant-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { rejectValue } from '../../values/computed-value';

/** The item's own updatedAt; no value is stored. */
export const lastUpdated: ColumnType<string, EmptyConfig> = {
  ...itemTimeKind('updatedAt'),
  name: 'last_updated',
  writable: false,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: rejectValue,
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
