import { z } from 'zod';
import { type ColumnType, InvalidValue } from '../../column-type';
import { parseConfig } from '../../configs/parse-config';
import { plainNumberKind } from '../../kinds/number-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseFiniteNumber } from '../../values/parse-number';
import { plainDecimal } from '../../values/plain-decimal';

export const MAX_RATING = 100;
const DEFAULT_MAX_RATING = 5;
const ICON_MAX_LENGTH = 50;

const schema = z.strictObject({
  maxRating: z.int().min(1).max(MAX_RATING).default(DEFAULT_MAX_RATING),
  icon: z.string().max(ICON_MAX_LENGTH).optional(),
});

/** An integer from 0 to maxRating. If maxRating is lowered, higher values remain until they are set again. */
export const rating: ColumnType<number, z.output<typeof schema>> = {
  ...plainNumberKind,
  name: 'rating',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: (input, { maxRating }) => parseRating(input, maxRating),
  parseStored: (stored) => parseRating(stored, MAX_RATING),
  present: asStored,
  toText: plainDecimal,
  equals: sameScalar,
  references: noReferences,
};

function parseRating(input: unknown, max: number): number {
  const value = parseFiniteNumber(input);
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new InvalidValue(`Must be a whole number from 0 to ${max}`);
}
