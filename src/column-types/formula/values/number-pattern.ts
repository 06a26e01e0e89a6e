import { plainDecimal } from '../../values/plain-decimal';
import { quoted } from '../../values/quoted';
import { finite } from './conversions';
import { roundToPlaces } from './decimal-rounding';
import { FormulaFailure } from '../formula-failure';

/** Text and signs around one group of digits; letters must be quoted. */
const PATTERN = /^((?:"[^"]*"|[^"0#.,\p{L}])*)([0#,]*)(?:\.([0#]*))?((?:"[^"]*"|[^"0#.,\p{L}])*)$/u;

/**
 * Formats a number with a pattern: 0 is a required digit, # an optional one, a comma between them groups thousands, and
 * a percent sign multiplies by a hundred. Halves are rounded away from zero; a minus sign is first.
 */
export function numberByPattern(value: number, pattern: string): string {
  const match = PATTERN.exec(pattern);
  const [, before = '', whole = '', decimals = '', after = ''] = match ?? [];
  if (!match || !/[0#]/.test(whole + decimals)) {
    throw new FormulaFailure(`${quoted(pattern)} is not a number pattern`);
  }
  const isPercent = withoutWords(before + after).includes('%');
  const scaled = finite(isPercent ? value * 100 : value);
  const rounded = roundToPlaces(scaled, decimals.length);
  const [integer = '', fraction = ''] = plainDecimal(Math.abs(rounded)).split('.');
  const padded = (integer === '0' ? '' : integer).padStart(
    whole.replace(/^[#,]*/, '').replaceAll(',', '').length,
    '0',
  );
  const grouped = whole.includes(',') ? inThousands(padded) : padded;
  const least = decimals.replace(/#*$/, '').length;
  const places = fraction.padEnd(least, '0');
  return [
    rounded < 0 ? '-' : '',
    unquoted(before),
    grouped,
    places === '' ? '' : `.${places}`,
    unquoted(after),
  ].join('');
}

function inThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

function withoutWords(text: string): string {
  return text.replaceAll(/"[^"]*"/g, '');
}

function unquoted(text: string): string {
  return text.replaceAll('"', '');
}
