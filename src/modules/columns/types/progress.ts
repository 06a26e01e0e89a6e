import { type ColumnType, ValueRefused } from '../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../configs/empty-config';
import { plainNumberKind } from '../kinds/number-kind';
import { asStored } from '../values/as-stored';
import { noReferences } from '../values/no-references';
import { parseFiniteNumber } from '../values/parse-number';
import { plainDecimal } from '../values/plain-decimal';
import { sameScalar } from '../values/same-scalar';

const COMPLETE = 100;

/** From 0 to 100, fractions allowed; done at 100. */
export const progress: ColumnType<number, EmptyConfig> = {
  ...plainNumberKind,
  name: 'progress',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    const value = parseFiniteNumber(input);
    if (value < 0 || value > COMPLETE) throw new ValueRefused(`Must be from 0 to ${COMPLETE}`);
    return value;
  },
  present: asStored,
  toText: plainDecimal,
  equals: sameScalar,
  references: noReferences,
  isDone: (stored) => stored === COMPLETE,
};
