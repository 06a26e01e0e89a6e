import type { UserId } from '../../kernel/ids';

/** What is known of a person who is to be erased. */
export interface ErasedPerson {
  /** Null for an address without an account. */
  userId: UserId | null;
  /** As stored, with any spelling of upper and lower case. */
  emails: readonly string[];
  names: readonly string[];
}

/** How many rows of each table were changed or deleted. */
export type ErasedRows = Map<string, number>;

export const DELETED_NAME = 'Deleted user';

/** Not an address that can be reached (RFC 2606). */
export function deletedEmail(userId: string): string {
  return `${userId.toLowerCase()}@deleted.invalid`;
}

/** False for the empty text, which service accounts have in place of an address. */
export function isAddress(email: string): boolean {
  return /\S@\S/.test(email);
}

/**
 * A regular expression of PostgreSQL that finds an address in a text, without regard to case, but not within a longer one.
 * Throws for a text that is no address: the pattern of the empty text would match every text.
 */
export function emailPattern(email: string): string {
  if (!isAddress(email)) throw new Error('Only an address can be erased');
  const literal = email.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return String.raw`(?<![a-z0-9._%+-])${literal}(?![a-z0-9_-]|\.[a-z0-9])`;
}
