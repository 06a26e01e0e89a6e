import type { ColumnType } from '../../column-type';
import { type NumberFormat, numberFormatSchema } from '../../configs/number-format';
import { parseConfig } from '../../configs/parse-config';
import { plainNumberKind } from '../../kinds/number-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseNumber } from '../../values/parse-number';
import { plainDecimal } from '../../values/plain-decimal';

/** Any finite double, stored unchanged: `decimals` and `suffix` only affect display and are not part of its text. */
export const number: ColumnType<number, NumberFormat> = {
  ...plainNumberKind,
  name: 'number',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(numberFormatSchema, input, context),
  parseValue: parseNumber,
  present: asStored,
  toText: plainDecimal,
  equals: sameScalar,
  references: noReferences,
};
