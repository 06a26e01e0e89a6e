import { hasMoreCharacters } from '../../kernel/character-count';
import { InvalidValue } from '../column-type';

/** A text of limited length, unchanged; "" means empty. */
export function parseText(input: unknown, maxLength: number): string | null {
  if (typeof input !== 'string') throw new InvalidValue('Must be text');
  if (hasMoreCharacters(input, maxLength)) throw new InvalidValue(`Must be at most ${maxLength} characters`);
  return input === '' ? null : input;
}
