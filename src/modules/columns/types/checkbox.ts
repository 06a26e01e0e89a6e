import { type ColumnType, ValueRefused } from '../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../configs/empty-config';
import { flagKind } from '../kinds/flag-kind';
import { asStored } from '../values/as-stored';
import { noReferences } from '../values/no-references';
import { sameScalar } from '../values/same-scalar';

/** True or false; a cell that was never set is empty, which is neither. */
export const checkbox: ColumnType<boolean, EmptyConfig> = {
  ...flagKind,
  name: 'checkbox',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    if (typeof input !== 'boolean') throw new ValueRefused('Must be true or false');
    return input;
  },
  present: asStored,
  toText: String,
  equals: sameScalar,
  references: noReferences,
  isDone: asStored,
};
