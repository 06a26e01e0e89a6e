import { InvalidValue } from '../column-type';
import { quoted } from '../values/quoted';
import type { CellFormat } from './cell-format';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';

const ISO_INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const DAY_MONTH_NAME = new RegExp(`^(\\d{1,2})[\\s-]${MONTH}[\\s-](\\d{4})$`, 'i');
const MONTH_NAME_DAY = new RegExp(`^${MONTH}\\s(\\d{1,2}),?\\s(\\d{4})$`, 'i');
const DATE_MAX_LENGTH = 40;

/** For dates that end in the year: a number above 12 shows which part is the day. */
export function dateOrderOf(texts: Iterable<string>): CellFormat['dateOrder'] | undefined {
  for (const text of texts) {
    const [, first, mark, second] = YEAR_LAST.exec(text) ?? [];
    if (first === undefined) continue;
    // Dates with dots have the day first.
    if (mark === '.' || Number(first) > 12) return 'dmy';
    if (Number(second) > 12) return 'mdy';
  }
  return undefined;
}

/**
 * Converts a date or a time to the input of date columns. Accepts ISO, the year first or last, or an English month
 * name. A time without a time zone is UTC.
 */
export function readDate(text: string, { dateOrder }: CellFormat): string {
  const given = text.trim();
  if (given.length <= DATE_MAX_LENGTH) {
    if (ISO_INSTANT.test(given)) return instant(given);
    const [year, month, day] = partsOf(given, dateOrder);
    if (day !== undefined) return `${year}-${pad(month!)}-${pad(day)}`;
  }
  throw new InvalidValue(`${quoted(text)} is not a date`);
}

function instant(text: string): string {
  const upper = text.toUpperCase().replace(' ', 'T');
  return /(Z|[+-]\d\d:?\d\d)$/.test(upper.slice(10)) ? upper : `${upper}Z`;
}

function partsOf(text: string, order: CellFormat['dateOrder']): (string | undefined)[] {
  const iso = YEAR_FIRST.exec(text);
  if (iso) return iso.slice(1);
  const numeric = YEAR_LAST.exec(text);
  if (numeric) {
    const [, first, mark, second, year] = numeric;
    const isDayFirst = mark === '.' || order === 'dmy';
    return isDayFirst ? [year, second, first] : [year, first, second];
  }
  const named = DAY_MONTH_NAME.exec(text);
  if (named) return [named[3], monthOf(named[2]!), named[1]];
  const english = MONTH_NAME_DAY.exec(text);
  return english ? [english[3], monthOf(english[1]!), english[2]] : [];
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function pad(part: string): string {
  return part.padStart(2, '0');
}
