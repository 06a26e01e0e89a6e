import { emailKey } from '../../../kernel/email-key';
import type { UserRecord } from './user-record';

/** What a directory can say of a user; what it changes is worked out here, before anything is written. */
export interface UserDraft {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  formattedName: string | null;
  givenName: string | null;
  familyName: string | null;
  /** Null: as the user name. */
  email: string | null;
  isActive: boolean;
}

/** A user of whom nothing has been said. */
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

/** Whether the address is the user name: it moves with it, unless it is told apart. */
export function followsUserName({ userName, email }: UserRecord): boolean {
  return userName === null || emailKey(userName) === emailKey(email);
}

/** The person's name as an account has one; null when the directory says none. */
export function nameOf({ displayName, formattedName, givenName, familyName }: UserDraft): string | null {
  const parts = [givenName, familyName].filter((part) => part !== null).join(' ');
  return displayName ?? formattedName ?? (parts === '' ? null : parts);
}
