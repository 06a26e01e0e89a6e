import { z } from 'zod';
import type { ColumnType } from '../../column-type';
import { decimalsSchema } from '../../configs/number-format';
import { parseConfig } from '../../configs/parse-config';
import { plainNumberKind } from '../../kinds/number-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseNumber } from '../../values/parse-number';
import { plainDecimal } from '../../values/plain-decimal';

const LOCALE_MAX_LENGTH = 100;

const locale = z
  .string()
  .max(LOCALE_MAX_LENGTH)
  .transform((tag, context) => {
    try {
      const [canonical] = Intl.getCanonicalLocales(tag);
      if (canonical !== undefined) return canonical;
    } catch {
      // RangeError: not a BCP 47 tag; rejected below like an empty one.
    }
    context.addIssue({ code: 'custom', message: 'Must be a language tag such as en-US' });
    return z.NEVER;
  });

const schema = z.strictObject({
  currency: z
    .string()
    .regex(/^[a-z]{3}$/i, 'Must be a currency code of three letters')
    .toUpperCase()
    .default('USD'),
  locale: locale.default('en-US'),
  decimals: decimalsSchema.default(2),
});

/** An amount in the currency of the column; currency, locale and decimals only affect display. */
export const currency: ColumnType<number, z.output<typeof schema>> = {
  ...plainNumberKind,
  name: 'currency',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: parseNumber,
  present: asStored,
  toText: plainDecimal,
  equals: sameScalar,
  references: noReferences,
};
