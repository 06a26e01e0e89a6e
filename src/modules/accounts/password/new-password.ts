import { InvalidInput } from '../../../kernel/app-error';
import { isListedPassword } from './common-passwords';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const COMMON_PASSWORD = 'This password is too common; choose another one';

/** A character has at most two UTF-16 units: a longer string does not need to be counted. */
const UNITS_MAX = 2 * PASSWORD_MAX;

/** Counted in characters as users see them. */
export function hasPasswordLength(text: string): boolean {
  if (text.length > UNITS_MAX) return false;
  const { length } = [...text];
  return length >= PASSWORD_MIN && length <= PASSWORD_MAX;
}

/** Whether attackers try it first, in any case and width of its letters. */
export function isCommonPassword(password: string): boolean {
  if (password.length > UNITS_MAX) return false;
  return isListedPassword(password.normalize('NFKC').toLowerCase());
}

/** Rejects the user's own name or address, which attackers try next. */
export function rejectPasswordOfPerson(
  path: string,
  password: string,
  person: { name: string; email: string },
): void {
  const plain = plainOf(password);
  const own = [person.name, person.email, person.email.split('@')[0]!].map(plainOf);
  if (own.includes(plain)) throw InvalidInput.at(path, 'Must not be your name or e-mail address');
}

function plainOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
}
