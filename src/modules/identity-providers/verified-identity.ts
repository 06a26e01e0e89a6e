import { isEmail } from 'class-validator';
import { trimmedEmail } from '../../kernel/email-key';
import { NAME_MAX } from '../../kernel/limits';
import type { ProviderName } from './provider';

/** A user at a sign-in provider, according to the provider. */
export interface VerifiedIdentity {
  readonly provider: ProviderName;
  readonly issuer: string;
  readonly subject: string;
  /** Null unless it is a valid e-mail address. */
  readonly email: string | null;
  /**
   * Whether the provider has verified that the user owns the address. An unverified address never connects or creates
   * an account.
   */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

/** The longest path of RFC 5321, without its brackets. */
const MAX_EMAIL = 254;

export function emailOf(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const email = trimmedEmail(given);
  return email.length <= MAX_EMAIL && isEmail(email) ? email : null;
}

/** A valid account name; a provider can send any value. */
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
