import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId, WorkspaceId } from '../../kernel/ids';
import type { WorkspaceRole } from '../../access/role';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('workspace_members')
@Index('workspace_members_user_id_idx', ['organizationId', 'userId'])
export class WorkspaceMemberEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'workspace_id', ...C_TEXT })
  workspaceId!: WorkspaceId;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ type: 'text' })
  role!: WorkspaceRole;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP, default: () => 'now()' })
  updatedAt!: Date;
}
