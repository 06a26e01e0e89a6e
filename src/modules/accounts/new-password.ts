import { InvalidInput } from '../../kernel/app-error';
import { GUESSED_PASSWORDS } from './guessed-passwords';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const COMMON_PASSWORD = 'This password is among the first that anybody would try; choose another';

let common: ReadonlySet<string> | undefined;

/** Whether it is on the list of passwords that are guessed first, in any case of its letters. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(GUESSED_PASSWORDS.trim().split(/\s+/));
  return common.has(password.toLowerCase());
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
