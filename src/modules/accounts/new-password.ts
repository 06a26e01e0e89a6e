import { InvalidInput } from '../../kernel/app-error';
import { GUESSED_PASSWORDS } from './guessed-passwords';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const COMMON_PASSWORD = 'This password is among the first that anybody would try; choose another';

/** UTF-16 has two units for some characters: what is longer than that needs no counting. */
const UNITS_MAX = 2 * PASSWORD_MAX;

/** In characters as people count them. */
export function hasPasswordLength(text: string): boolean {
  if (text.length > UNITS_MAX) return false;
  const { length } = [...text];
  return length >= PASSWORD_MIN && length <= PASSWORD_MAX;
}

let common: ReadonlySet<string> | undefined;

/** One character over and over, whichever it is: the list has letters and digits. */
const REPETITION = /^(.)\1{0,15}$/su;

/** Whether it is on the list of passwords that are guessed first, in any case and width of its letters. */
export function isCommonPassword(password: string): boolean {
  if (password.length > UNITS_MAX) return false;
  common ??= new Set(GUESSED_PASSWORDS.trim().split(/\s+/));
  return REPETITION.test(password) || common.has(password.normalize('NFKC').toLowerCase());
}

/** Refuses a password that is its owner's own name or address: the next thing that is tried. */
export function refusePasswordOfPerson(
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
