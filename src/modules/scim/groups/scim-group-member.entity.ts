import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { DirectoryGroupId, UserId } from '../../../kernel/ids';
import { C_TEXT } from '../../../platform/database/column-options';

@Entity('scim_group_members')
@Index('scim_group_members_user_id_idx', ['organizationId', 'userId'])
export class ScimGroupMemberEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'group_id', ...C_TEXT })
  groupId!: DirectoryGroupId;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;
}
