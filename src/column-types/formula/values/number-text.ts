import { plainDecimal } from '../../values/plain-decimal';
import { fifteenDigits } from './fifteen-digits';

const DECIMAL =
  /^([+-]?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?=[.e%]|$)|(?=\.[0-9]))(\.[0-9]*)?(e[+-]?[0-9]+)?(%?)$/i;

/** Longer texts are not numbers that a user wrote. */
const NUMERIC_MAX_LENGTH = 400;

/**
 * The number in a text: digits with an optional sign, commas between thousands, a decimal point, an exponent, a percent
 * sign; outer spaces are ignored. Null for any other text.
 */
export function numberInText(text: string): number | null {
  if (text.length > NUMERIC_MAX_LENGTH) return null;
  const match = DECIMAL.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '', percent] = match;
  const value = Number(`${sign}${whole.replaceAll(',', '') || '0'}${fraction}${exponent}`);
  if (!Number.isFinite(value)) return null;
  return percent ? value / 100 : value;
}

/** A number as text, with 15 significant digits and never with an exponent. */
export function numberAsText(value: number): string {
  return plainDecimal(fifteenDigits(value));
}
