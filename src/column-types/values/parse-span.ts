import { InvalidValue } from '../column-type';
import { instantText } from './day-or-instant';
import { parseInstant } from './parse-instant';
import { readObject } from './read-object';

/** Two instants, with start not after end. */
export type Span = { start: string; end: string };

/** `{start, end}` of dates or timestamps, both required and in order (contract §6, date_range and timeline). */
export function parseSpan(input: unknown): Span {
  const given = readObject(input, ['start', 'end']);
  if (!given) throw new InvalidValue('Must be an object with start and end');
  const span = { start: parseInstant(given.start), end: parseInstant(given.end) };
  // Stored instants have a fixed width, so text order is time order.
  if (span.start > span.end) throw new InvalidValue('start must not be after end');
  return span;
}

export function sameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

export function spanText(span: Span): string {
  return `${instantText(span.start)} - ${instantText(span.end)}`;
}
