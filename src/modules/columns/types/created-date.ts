import type { ColumnType } from '../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../configs/empty-config';
import { itemTimeKind } from '../kinds/instant-kind';
import { asStored } from '../values/as-stored';
import { refuseValue } from '../values/computed-value';
import { noReferences } from '../values/no-references';
import { sameScalar } from '../values/same-scalar';

/** The item's own createdAt; no value is stored. */
export const createdDate: ColumnType<string, EmptyConfig> = {
  ...itemTimeKind('createdAt'),
  name: 'created_date',
  writable: false,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: refuseValue,
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
