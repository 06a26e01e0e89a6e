import { type ColumnType, InvalidValue } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { booleanKind } from '../../kinds/boolean-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';

/** True or false; a cell that was never set is empty. */
export const checkbox: ColumnType<boolean, EmptyConfig> = {
  ...booleanKind,
  name: 'checkbox',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    if (typeof input !== 'boolean') throw new InvalidValue('Must be true or false');
    return input;
  },
  present: asStored,
  toText: String,
  equals: sameScalar,
  references: noReferences,
  isDone: asStored,
};
