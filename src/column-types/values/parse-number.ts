import { InvalidValue } from '../column-type';

const PLAIN_DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/** A finite JSON number; negative zero becomes zero, because JSON does not preserve it. */
export function parseFiniteNumber(input: unknown): number {
  if (typeof input !== 'number' || !Number.isFinite(input)) throw new InvalidValue('Must be a number');
  return input + 0;
}

/** A finite number, or a text in plain decimal notation (contract §6, "numeric string"). */
export function parseNumber(input: unknown): number {
  if (typeof input !== 'string') return parseFiniteNumber(input);
  const text = input.trim();
  if (!PLAIN_DECIMAL.test(text)) throw new InvalidValue('Must be a number');
  return parseFiniteNumber(Number(text));
}
