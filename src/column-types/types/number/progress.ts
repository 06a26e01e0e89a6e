import { type ColumnType, InvalidValue } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { plainNumberKind } from '../../kinds/number-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseFiniteNumber } from '../../values/parse-number';
import { plainDecimal } from '../../values/plain-decimal';

const COMPLETE = 100;

/** From 0 to 100, with fractions; done at 100. */
export const progress: ColumnType<number, EmptyConfig> = {
  ...plainNumberKind,
  name: 'progress',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    const value = parseFiniteNumber(input);
    if (value < 0 || value > COMPLETE) throw new InvalidValue(`Must be from 0 to ${COMPLETE}`);
    return value;
  },
  present: asStored,
  toText: plainDecimal,
  equals: sameScalar,
  references: noReferences,
  isDone: (stored) => stored === COMPLETE,
};
