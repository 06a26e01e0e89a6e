import { instantInText } from '../../values/instant-in-text';
import { quoted } from '../../values/quoted';
import { DAY_MS, withinRange } from './time-zone';
import { partsOf } from './calendar';
import type { Evaluation } from '../evaluation';
import { FormulaFailure } from '../formula-failure';
import type { FormulaInstant, FormulaScalar, FormulaValue } from '../formula-value';
import { numberAsText, numberInText } from './number-text';
import type { Need } from '../static-type';

const LIST_SEPARATOR = ', ';
const DATE_LENGTH = 'YYYY-MM-DD'.length;

export function isList(value: FormulaValue): value is readonly FormulaScalar[] {
  return Array.isArray(value);
}

export function isInstant(value: FormulaValue): value is FormulaInstant {
  return typeof value === 'object' && value !== null && 'instant' in value;
}

/** An empty cell, an empty text or an empty list. */
export function isBlank(value: FormulaValue): boolean {
  return value === null || value === '' || (isList(value) && value.length === 0);
}

/** The entry of a list with one entry, blank for an empty list; fails for a longer list. */
export function single(value: FormulaValue): FormulaScalar {
  if (!isList(value)) return value;
  if (value.length > 1) throw new FormulaFailure(`expected one value, got a list of ${value.length}`);
  return value[0] ?? null;
}

/** Blank is 0 and TRUE is 1; a text must contain a number. */
export function toNumber(value: FormulaValue): number {
  if (typeof value === 'number') return value;
  const scalar = single(value);
  if (typeof scalar === 'number') return scalar;
  if (scalar === null) return 0;
  if (typeof scalar === 'boolean') return scalar ? 1 : 0;
  if (typeof scalar === 'string') {
    const number = numberInText(scalar);
    if (number === null) throw new FormulaFailure(`${quoted(scalar)} is not a number`);
    return number;
  }
  throw new FormulaFailure('expected a number, got a date');
}

/** Blank is FALSE, and a number is TRUE unless it is 0; a text must be TRUE or FALSE. */
export function toFlag(value: FormulaValue): boolean {
  if (typeof value === 'boolean') return value;
  const scalar = single(value);
  if (typeof scalar === 'boolean') return scalar;
  if (scalar === null) return false;
  if (typeof scalar === 'number') return scalar !== 0;
  if (typeof scalar === 'string') {
    const word = scalar.length <= 'FALSE'.length ? scalar.toUpperCase() : '';
    if (word === 'TRUE' || word === 'FALSE') return word === 'TRUE';
    throw new FormulaFailure(`${quoted(scalar)} is neither TRUE nor FALSE`);
  }
  throw new FormulaFailure('Expected TRUE or FALSE, got a date');
}

/**
 * Blank is the empty text; the entries of a list are separated with commas; a date is YYYY-MM-DD, with HH:MM unless it
 * is midnight.
 */
export function toText(value: FormulaValue, run: Evaluation): string {
  if (typeof value === 'string') return value;
  if (!isList(value)) return scalarText(value, run);
  run.spend(value.length);
  const texts = value.map((entry) => scalarText(entry, run));
  run.spendOnWriting(
    texts.reduce((sum, text) => sum + text.length + LIST_SEPARATOR.length, -LIST_SEPARATOR.length),
  );
  return texts.join(LIST_SEPARATOR);
}

/** A text must be a date (midnight in the time zone) or a timestamp with a time zone; fails for a blank value. */
export function toInstant(value: FormulaValue, run: Evaluation): number {
  const scalar = single(value);
  if (isInstant(scalar)) return scalar.instant;
  if (scalar === null || scalar === '') throw new FormulaFailure('the date is empty');
  if (typeof scalar === 'string') {
    const instant = instantOfText(scalar, run);
    if (instant === null) throw new FormulaFailure(`${quoted(scalar)} is not a date`);
    return instant;
  }
  throw new FormulaFailure(
    `expected a date, got ${typeof scalar === 'number' ? 'a number' : 'TRUE or FALSE'}`,
  );
}

/** The instant of a date (midnight in the time zone) or a timestamp; null for any other text. */
export function instantOfText(text: string, run: Evaluation): number | null {
  const instant = instantInText(text);
  if (instant === null) return null;
  return text.trim().length === DATE_LENGTH ? run.timeZone.instantOf(instant) : instant;
}

export function finite(value: number): number {
  if (!Number.isFinite(value)) throw new FormulaFailure('number out of range');
  return value;
}

/** Rounded to milliseconds; fails outside the years 0001 to 9999. */
export function instantValue(instant: number): FormulaInstant {
  return { instant: withinRange(Math.round(instant)) };
}

export const CONVERSIONS = {
  number: toNumber,
  text: toText,
  flag: toFlag,
  instant: toInstant,
  any: (value: FormulaValue) => value,
} satisfies Record<Need, (value: FormulaValue, run: Evaluation) => unknown>;

function scalarText(value: FormulaScalar, run: Evaluation): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number') return numberAsText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const wallTime = run.timeZone.wallTime(value.instant);
  const { year, month, day, hour, minute } = partsOf(wallTime);
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return wallTime % DAY_MS === 0 ? date : `${date} ${two(hour)}:${two(minute)}`;
}
