import type { ColumnType } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { itemTimeKind } from '../../kinds/instant-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { rejectValue } from '../../values/computed-value';

/** The item's own createdAt; no value is stored. */
export const createdDate: ColumnType<string, EmptyConfig> = {
  ...itemTimeKind('createdAt'),
  name: 'created_date',
  writable: false,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: rejectValue,
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
