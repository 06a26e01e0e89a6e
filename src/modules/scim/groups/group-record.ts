import type { DirectoryGroupId, UserId } from '../../../kernel/ids';

export interface GroupRecord {
  id: DirectoryGroupId;
  displayName: string;
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Absent where no one asked for them. */
  members?: { value: UserId; display: string }[];
}
