import type { UserId } from '../../../kernel/ids';
import type { OrganizationRole } from '../../../access/role';

/** A member as they stand in the database: what the directory says of them, where it says something, and the account. */
export interface UserRecord {
  id: UserId;
  userName: string | null;
  externalId: string | null;
  displayName: string | null;
  formattedName: string | null;
  givenName: string | null;
  familyName: string | null;
  accountName: string;
  email: string;
  isActive: boolean;
  role: OrganizationRole;
  createdAt: string;
  updatedAt: string;
  groups: { value: string; display: string }[];
}
