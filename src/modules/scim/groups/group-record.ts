import type { DirectoryGroupId, UserId } from '../../../kernel/ids';

export interface GroupRecord {
  id: DirectoryGroupId;
  displayName: string;
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Absent if members were not requested. */
  members?: { value: UserId; display: string }[];
}
