import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DirectoryGroupId, PeopleGroupId, WorkspaceId } from '../../../kernel/ids';
import type { WorkspaceRole } from '../../../access/role';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A group of people with a role in a workspace. */
@Entity('workspace_groups')
@Index('workspace_groups_group_id_idx', ['organizationId', 'groupId'])
@Index('workspace_groups_people_group_id_idx', ['organizationId', 'peopleGroupId'])
@Index('workspace_groups_directory_group_id_idx', ['organizationId', 'directoryGroupId'])
export class WorkspaceGroupEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'workspace_id', ...C_TEXT })
  workspaceId!: WorkspaceId;

  @PrimaryColumn({ name: 'group_id', ...C_TEXT })
  groupId!: PeopleGroupId | DirectoryGroupId;

  @Column({ name: 'people_group_id', ...C_TEXT, nullable: true })
  peopleGroupId!: PeopleGroupId | null;

  @Column({ name: 'directory_group_id', ...C_TEXT, nullable: true })
  directoryGroupId!: DirectoryGroupId | null;

  @Column({ type: 'text' })
  role!: WorkspaceRole;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
