import { isEmail } from 'class-validator';
import { trimmedEmail } from '../../kernel/email-key';
import { NAME_MAX } from '../../kernel/limits';
import type { ProviderName } from './provider';

/** Who someone is at a sign-in provider, by its own word. */
export interface VerifiedIdentity {
  readonly provider: ProviderName;
  readonly issuer: string;
  readonly subject: string;
  /** Null unless it is an address that mail could go to. */
  readonly email: string | null;
  /** Whether the provider has made sure that the address is theirs. Nothing is joined or opened by one that is not. */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

/** RFC 5321's longest path, without its brackets. */
const MAX_EMAIL = 254;

export function emailOf(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const email = trimmedEmail(given);
  return email.length <= MAX_EMAIL && isEmail(email) ? email : null;
}

/** A name as accounts have them; what a provider sends may be anything. */
export function nameOf(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const name = given
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- NUL among them, which PostgreSQL cannot keep.
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, NAME_MAX)
    .toWellFormed()
    .trim();
  return name === '' ? null : name;
}
