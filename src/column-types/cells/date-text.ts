import { InvalidValue } from '../column-type';
import { quoted } from '../values/quoted';
import type { CellFormat } from './cell-format';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';

const ISO_INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
// A year of two digits only between slashes: 1.2.34 is a version, and 1-2-34 a number.
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$|^(\d{1,2})(\/)(\d{1,2})\/(\d\d)$/;
const DAY_MONTH_NAME = new RegExp(`^(\\d{1,2})[\\s/-]${MONTH}[\\s/-](\\d{4}|\\d\\d)$`, 'i');
const MONTH_NAME_DAY = new RegExp(`^${MONTH}\\s(\\d{1,2}),?\\s(\\d{4})$`, 'i');
const DATE_MAX_LENGTH = 40;

/** A time behind a date, such as `3:41 AM`. */
const CLOCK = /^(.*\d),?\s+(?:at\s+)?(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?:\s?([ap])\.?m\.?)?$/i;

/** The number of a day, with a fraction for the time: what a spreadsheet stores for a date between 1954 and 2119. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/;
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 60 * 60 * 1000;

/** For dates that end in the year: a number above 12 shows which part is the day. */
export function dateOrderOf(texts: Iterable<string>): CellFormat['dateOrder'] | undefined {
  for (const text of texts) {
    const numeric = numericParts(text);
    if (numeric === null) continue;
    const { first, mark, second } = numeric;
    // Dates with dots have the day first.
    if (mark === '.' || Number(first) > 12) return 'dmy';
    if (Number(second) > 12) return 'mdy';
  }
  return undefined;
}

/** Whether the day and the month of a date can be exchanged. */
export function isAmbiguousDate(text: string): boolean {
  const numeric = numericParts(text);
  if (numeric === null || numeric.mark === '.') return false;
  const { first, second } = numeric;
  return Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

/**
 * Converts a date or a time to the input of date columns. Accepts ISO, the year first or last, an English month name, each with
 * a time, and the numbers of spreadsheets. A time without a time zone is UTC.
 */
export function readDate(text: string, { dateOrder }: CellFormat): string {
  const given = text.trim();
  if (given.length <= DATE_MAX_LENGTH) {
    if (ISO_INSTANT.test(given)) return instant(given);
    if (SERIAL.test(given)) return ofSerial(Number(given));
    const { date, time } = timeOf(given);
    const [year, month, day] = partsOf(date, dateOrder);
    if (day !== undefined && time !== null) return `${fullYear(year!)}-${pad(month!)}-${pad(day)}${time}`;
  }
  throw new InvalidValue(`${quoted(text)} is not a date`);
}

/** Whether a text is a number that a spreadsheet stores for a date, which is a number everywhere else. */
export function isDateSerial(text: string): boolean {
  return SERIAL.test(text.trim());
}

function instant(text: string): string {
  const upper = text.toUpperCase().replace(' ', 'T');
  return /(Z|[+-]\d\d:?\d\d)$/.test(upper.slice(10)) ? upper : `${upper}Z`;
}

function ofSerial(days: number): string {
  // Spreadsheets store times as fractions, which are exact to a second.
  const iso = new Date(SERIAL_EPOCH_MS + Math.round(days * (DAY_MS / 1000)) * 1000).toISOString();
  return Number.isInteger(days) ? iso.slice(0, 10) : iso.replace('.000Z', 'Z');
}

/** The date without its time, and the time as ISO writes it: empty without one, null for an hour that does not exist. */
function timeOf(text: string): { date: string; time: string | null } {
  const [, date, hour, minute, second = '00', half] = CLOCK.exec(text) ?? [];
  if (date === undefined) return { date: text, time: '' };
  const given = Number(hour);
  const isPossible = half === undefined ? given <= 23 : given >= 1 && given <= 12;
  if (!isPossible) return { date, time: null };
  const hours = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return { date, time: `T${pad(String(hours))}:${minute}:${second}Z` };
}

function numericParts(text: string): { first: string; mark: string; second: string; year: string } | null {
  const found = YEAR_LAST.exec(timeOf(text.trim()).date);
  if (!found) return null;
  const [first, mark, second, year] = found.slice(1).filter((part) => part !== undefined);
  return { first: first!, mark: mark!, second: second!, year: year! };
}

function partsOf(text: string, order: CellFormat['dateOrder']): (string | undefined)[] {
  const iso = YEAR_FIRST.exec(text);
  if (iso) return iso.slice(1);
  const numeric = numericParts(text);
  if (numeric) {
    const { first, mark, second, year } = numeric;
    const isDayFirst = mark === '.' || order === 'dmy';
    return isDayFirst ? [year, second, first] : [year, first, second];
  }
  const named = DAY_MONTH_NAME.exec(text);
  if (named) return [named[3], monthOf(named[2]!), named[1]];
  const english = MONTH_NAME_DAY.exec(text);
  return english ? [english[3], monthOf(english[1]!), english[2]] : [];
}

/** Years of two digits are of this century, except for 70 to 99. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) >= 70 ? '19' : '20'}${year}`;
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function pad(part: string): string {
  return part.padStart(2, '0');
}
