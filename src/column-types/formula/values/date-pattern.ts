import { quoted } from '../../values/quoted';
import { partsOf, weekdayOf } from './calendar';
import { FormulaFailure } from '../formula-failure';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const SHORT_NAME_LENGTH = 3;

/** Quoted words, runs of one letter, and the text in between. */
const PIECES = /"[^"]*"|AM\/PM|([A-Z])\1*|[^"\p{L}]+|./giu;

type Parts = ReturnType<typeof partsOf> & { weekday: number; isTwelveHours: boolean };

const two = (part: number) => String(part).padStart(2, '0');

const SHOWN: ReadonlyMap<string, (parts: Parts) => string> = new Map<string, (parts: Parts) => string>([
  ['YYYY', ({ year }) => String(year).padStart(4, '0')],
  ['YY', ({ year }) => two(year % 100)],
  ['MMMM', ({ month }) => MONTHS[month - 1]!],
  ['MMM', ({ month }) => MONTHS[month - 1]!.slice(0, SHORT_NAME_LENGTH)],
  ['MM', ({ month }) => two(month)],
  ['M', ({ month }) => String(month)],
  ['DDDD', ({ weekday }) => WEEKDAYS[weekday]!],
  ['DDD', ({ weekday }) => WEEKDAYS[weekday]!.slice(0, SHORT_NAME_LENGTH)],
  ['DD', ({ day }) => two(day)],
  ['D', ({ day }) => String(day)],
  ['HH', (parts) => two(shownHour(parts))],
  ['H', (parts) => String(shownHour(parts))],
  ['minutes MM', ({ minute }) => two(minute)],
  ['minutes M', ({ minute }) => String(minute)],
  ['SS', ({ second }) => two(second)],
  ['S', ({ second }) => String(second)],
  ['AM/PM', ({ hour }) => (hour < 12 ? 'AM' : 'PM')],
]);

/**
 * Formats a local time with a pattern, with English names; letters in any case, text in quotes. M and MM are minutes
 * directly after hours or before seconds, otherwise months, as in spreadsheets.
 */
export function dateByPattern(wallTime: number, pattern: string): string {
  const pieces = (pattern.match(PIECES) ?? []).map((piece) => (isWord(piece) ? piece.toUpperCase() : piece));
  const parts: Parts = {
    ...partsOf(wallTime),
    weekday: weekdayOf(wallTime),
    isTwelveHours: pieces.includes('AM/PM'),
  };
  const texts = pieces.map((piece, index) => {
    if (piece.startsWith('"') && piece.endsWith('"') && piece.length > 1) return piece.slice(1, -1);
    if (!isWord(piece) && piece !== '"') return piece;
    const show = SHOWN.get(isMinutes(pieces, index) ? `minutes ${piece}` : piece);
    if (!show) throw new FormulaFailure(`${quoted(pattern)} is not a date pattern`);
    return show(parts);
  });
  return texts.join('');
}

function isWord(piece: string): boolean {
  return /^\p{L}/u.test(piece);
}

function isMinutes(pieces: readonly string[], index: number): boolean {
  if (pieces[index] !== 'M' && pieces[index] !== 'MM') return false;
  const before = pieces.slice(0, index).findLast(isWord);
  const after = pieces.slice(index + 1).find(isWord);
  return before === 'H' || before === 'HH' || after === 'S' || after === 'SS';
}

function shownHour({ hour, isTwelveHours }: Parts): number {
  return isTwelveHours ? hour % 12 || 12 : hour;
}
