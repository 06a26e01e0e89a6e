import { foldCase, lengthOf, slice } from '../values/characters';
import { CONVERSIONS } from '../values/conversions';
import type { Evaluation } from '../evaluation';
import { fixedFunction } from './fixed-function';
import { FormulaFailure } from '../formula-failure';
import { countInWords, type FormulaFunction } from './formula-function';
import { joinTexts } from '../values/text-joining';
import { formatted } from '../values/value-pattern';

/** The number of character comparisons of a search that count as one step of the evaluation. */
const COMPARISONS_PER_STEP = 2_000;

/** CONCAT(value, …) joins texts without a separator; the entries of a list are separated with commas. */
const CONCAT: FormulaFunction = {
  name: 'CONCAT',
  rejectCount: (count) => (count >= 1 ? null : countInWords(1, Infinity)),
  need: () => 'text',
  resultType: () => 'text',
  bind: (operands) => (run) => {
    run.spend();
    return joinTexts(
      operands.map((operand) => CONVERSIONS.text(operand(run), run)),
      run,
    );
  },
};

/** LEFT(text, [count]): the first characters; count defaults to 1. */
const LEFT = fixedFunction({
  name: 'LEFT',
  needs: ['text'],
  optional: ['number'],
  result: 'text',
  compute: (run, text, count = 1) => part(run, text, 0, wholeCount(count)),
});

/** RIGHT(text, [count]): the last characters; count defaults to 1. */
const RIGHT = fixedFunction({
  name: 'RIGHT',
  needs: ['text'],
  optional: ['number'],
  result: 'text',
  compute: (run, text, count = 1) => {
    run.spendOnReading(text.length);
    const length = lengthOf(text);
    return part(run, text, Math.max(0, length - wholeCount(count)), length);
  },
});

/** MID(text, start, count): characters from a position, counted from 1. */
const MID = fixedFunction({
  name: 'MID',
  needs: ['text', 'number', 'number'],
  result: 'text',
  compute: (run, text, start, count) => {
    const first = wholePlace(start) - 1;
    return part(run, text, first, first + wholeCount(count));
  },
});

/** LEN(text): the number of characters. A list is converted to text; COUNT counts its entries. */
const LEN = fixedFunction({
  name: 'LEN',
  needs: ['text'],
  result: 'number',
  compute: (run, text) => {
    run.spendOnReading(text.length);
    return lengthOf(text);
  },
});

const LOWER = fixedFunction({
  name: 'LOWER',
  needs: ['text'],
  result: 'text',
  compute: (run, text) => recased(run, text, (value) => value.toLowerCase()),
});

const UPPER = fixedFunction({
  name: 'UPPER',
  needs: ['text'],
  result: 'text',
  compute: (run, text) => recased(run, text, (value) => value.toUpperCase()),
});

/** TRIM(text): without outer spaces, and with single spaces between words. */
const TRIM = fixedFunction({
  name: 'TRIM',
  needs: ['text'],
  result: 'text',
  compute: (run, text) => {
    run.spendOnWriting(text.length);
    return text
      .split(' ')
      .filter((word) => word !== '')
      .join(' ');
  },
});

/**
 * SUBSTITUTE(text, old, new, [which]) replaces every occurrence, or only the given one, counted from 1. Case-sensitive.
 */
const SUBSTITUTE = fixedFunction({
  name: 'SUBSTITUTE',
  needs: ['text', 'text', 'text'],
  optional: ['number'],
  result: 'text',
  compute: (run, text, old, replacement, which) => {
    const only = which === undefined ? null : wholePlace(which);
    if (old === '') return text;
    spendOnSearch(run, text, old);
    const pieces = text.split(old);
    const places = pieces.length - 1;
    const replaced = only === null ? places : Number(only <= places);
    run.spendOnWriting(text.length + replaced * (replacement.length - old.length));
    if (only === null) return pieces.join(replacement);
    if (replaced === 0) return text;
    return pieces.slice(0, only).join(old) + replacement + pieces.slice(only).join(old);
  },
});

/**
 * SEARCH(sought, text, [start]): the first position at or after start, counted from 1; an error if there is none.
 * Ignores case; there are no wildcards.
 */
const SEARCH = fixedFunction({
  name: 'SEARCH',
  needs: ['text', 'text'],
  optional: ['number'],
  result: 'number',
  compute: (run, sought, text, start = 1) => {
    spendOnSearch(run, text, sought);
    const from = slice(text, 0, wholePlace(start) - 1).length;
    const place = foldCase(text).indexOf(foldCase(sought), from);
    if (place === -1) throw new FormulaFailure('SEARCH does not find the text');
    return lengthOf(text.slice(0, place)) + 1;
  },
});

/**
 * TEXT(value, pattern): formats a number as 0.00, #,##0 or 0%, and a date as YYYY-MM-DD, MMM D or HH:MM. Other text is
 * returned unchanged.
 */
const TEXT = fixedFunction({
  name: 'TEXT',
  needs: ['any', 'text'],
  result: 'text',
  compute: (run, value, pattern) => formatted(value, pattern, run),
});

export const TEXT_FUNCTIONS: readonly FormulaFunction[] = [
  CONCAT,
  LEFT,
  RIGHT,
  MID,
  LEN,
  LOWER,
  UPPER,
  TRIM,
  SUBSTITUTE,
  SEARCH,
  TEXT,
];

function part(run: Evaluation, text: string, start: number, end: number): string {
  run.spendOnReading(text.length);
  const result = slice(text, start, end);
  run.spendOnWriting(result.length);
  return result;
}

/** A letter can become three (ŉ, ΐ), so the length of the result is checked again. */
function recased(run: Evaluation, text: string, recase: (text: string) => string): string {
  run.spendOnWriting(text.length);
  const result = recase(text);
  run.spendOnWriting(result.length);
  return result;
}

/** In the worst case, a search compares every character of one text with every character of the other. */
function spendOnSearch(run: Evaluation, text: string, sought: string): void {
  run.spendOnReading(text.length + sought.length);
  run.spend(Math.ceil((text.length * sought.length) / COMPARISONS_PER_STEP));
}

function wholeCount(count: number): number {
  if (count < 0) throw new FormulaFailure('a count of characters cannot be negative');
  return Math.trunc(count);
}

function wholePlace(place: number): number {
  if (place < 1) throw new FormulaFailure('places in a text count from 1');
  return Math.trunc(place);
}
