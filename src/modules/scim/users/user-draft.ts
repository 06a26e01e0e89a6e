import { emailKey } from '../../../kernel/email-key';
import type { UserRecord } from './user-record';

/** The changeable state of a user. Changes are applied to a draft before anything is written. */
export interface UserDraft {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  formattedName: string | null;
  givenName: string | null;
  familyName: string | null;
  /** Null if it is the user name. */
  email: string | null;
  isActive: boolean;
}

/** A user without any attributes. */
export const emptyUser = (): UserDraft => ({
  userName: '',
  externalId: null,
  displayName: null,
  formattedName: null,
  givenName: null,
  familyName: null,
  email: null,
  isActive: true,
});

export function draftOf(record: UserRecord): UserDraft {
  const { externalId, displayName, formattedName, givenName, familyName, isActive } = record;
  const userName = record.userName ?? record.email;
  const email = followsUserName(record) ? null : record.email;
  return { userName, externalId, displayName, formattedName, givenName, familyName, email, isActive };
}

/**
 * Whether the address is the user name; such an address changes with the user name, unless the directory sets another
 * one.
 */
export function followsUserName({ userName, email }: UserRecord): boolean {
  return userName === null || emailKey(userName) === emailKey(email);
}

/** A name for the account; null if the directory sent none. */
export function nameOf({ displayName, formattedName, givenName, familyName }: UserDraft): string | null {
  const parts = [givenName, familyName].filter((part) => part !== null).join(' ');
  return displayName ?? formattedName ?? (parts === '' ? null : parts);
}
