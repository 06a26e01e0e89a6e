import type { ColumnType } from '../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../configs/empty-config';
import { itemTimeKind } from '../kinds/instant-kind';
import { asStored } from '../values/as-stored';
import { refuseValue } from '../values/computed-value';
import { noReferences } from '../values/no-references';
import { sameScalar } from '../values/same-scalar';

/** The item's own updatedAt; no value is stored. */
export const lastUpdated: ColumnType<string, EmptyConfig> = {
  ...itemTimeKind('updatedAt'),
  name: 'last_updated',
  writable: false,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: refuseValue,
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
