import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserId, WorkspaceId } from '../../kernel/ids';
import type { WorkspaceRole } from '../../access/role';

@Entity('workspace_members')
export class WorkspaceMemberEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId!: string;

  @PrimaryColumn({ name: 'workspace_id', type: 'text' })
  workspaceId!: WorkspaceId;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId!: UserId;

  @Column({ type: 'text' })
  role!: WorkspaceRole;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
