import type { z } from 'zod';
import type { ColumnType } from '../../column-type';
import { numberFormatSchema } from '../../configs/number-format';
import { parseConfig } from '../../configs/parse-config';
import { uniqueSchema } from '../../configs/unique';
import { plainNumberKind } from '../../kinds/number-kind';
import { uniqueKind } from '../../kinds/unique-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseNumber } from '../../values/parse-number';
import { plainDecimal } from '../../values/plain-decimal';

const configSchema = numberFormatSchema.extend({ unique: uniqueSchema });
type NumberConfig = z.output<typeof configSchema>;

/** Any finite double, stored unchanged: `decimals` and `suffix` only affect display and are not part of its text. */
export const number: ColumnType<number, NumberConfig> = {
  ...uniqueKind(plainNumberKind, String),
  name: 'number',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(configSchema, input, context),
  parseValue: parseNumber,
  present: asStored,
  toText: plainDecimal,
  equals: sameScalar,
  references: noReferences,
};
