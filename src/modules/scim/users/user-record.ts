import type { UserId } from '../../../kernel/ids';
import type { OrganizationRole } from '../../../access/role';

/** A stored member: the attributes that the directory has set, and the account. */
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
