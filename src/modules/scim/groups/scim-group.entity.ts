import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DirectoryGroupId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('scim_groups')
@Index('scim_groups_display_name_key_idx', ['organizationId', 'displayNameKey'], { unique: true })
@Index('scim_groups_external_id_idx', ['organizationId', 'externalId'])
export class ScimGroupEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: DirectoryGroupId;

  @Column({ name: 'display_name', type: 'text' })
  displayName!: string;

  @Column({ name: 'display_name_key', ...C_TEXT })
  displayNameKey!: string;

  @Column({ name: 'external_id', ...C_TEXT, nullable: true })
  externalId!: string | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
