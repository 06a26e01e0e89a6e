import type { ColumnType } from '../../column-type';
import { type NumberFormat, numberFormatSchema } from '../../configs/number-format';
import { parseConfig } from '../../configs/parse-config';
import { plainNumberKind } from '../../kinds/number-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseNumber } from '../../values/parse-number';
import { plainDecimal } from '../../values/plain-decimal';

/** 50 means 50 %; not limited, because growth can exceed 100 %. */
export const percentage: ColumnType<number, NumberFormat> = {
  ...plainNumberKind,
  name: 'percentage',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(numberFormatSchema, input, context),
  parseValue: parseNumber,
  present: asStored,
  toText: plainDecimal,
  equals: sameScalar,
  references: noReferences,
};
