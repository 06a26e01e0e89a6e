import { ValueRefused } from '../column-type';

/** A text of at most so many UTF-16 units, as it was typed; "" means empty. */
export function parseText(input: unknown, maxLength: number): string | null {
  if (typeof input !== 'string') throw new ValueRefused('Must be a text');
  if (input.length > maxLength) throw new ValueRefused(`Must be at most ${maxLength} characters`);
  return input === '' ? null : input;
}
