import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ApplicationId, GrantId, UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** The consent of a user to an application. */
@Entity('oauth_grants')
@Index('oauth_grants_application_idx', ['applicationOrganizationId', 'applicationId'])
@Index('oauth_grants_once_idx', ['organizationId', 'userId', 'applicationId'], { unique: true })
@Index('oauth_grants_user_id_idx', ['userId'])
export class GrantEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: GrantId;

  @Column({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'application_organization_id', ...C_TEXT })
  applicationOrganizationId!: string;

  @Column({ name: 'application_id', ...C_TEXT })
  applicationId!: ApplicationId;

  @Column({ name: 'last_used_at', ...TIMESTAMP, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
