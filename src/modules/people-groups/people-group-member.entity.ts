import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PeopleGroupId, UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('people_group_members')
@Index('people_group_members_user_id_idx', ['organizationId', 'userId'])
export class PeopleGroupMemberEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'group_id', ...C_TEXT })
  groupId!: PeopleGroupId;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
