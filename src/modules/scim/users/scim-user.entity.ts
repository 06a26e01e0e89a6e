import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** The attributes of a user that only SCIM returns. */
@Entity('scim_users')
@Index('scim_users_external_id_idx', ['organizationId', 'externalId'])
@Index('scim_users_user_name_key_idx', ['organizationId', 'userNameKey'], { unique: true })
export class ScimUserEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'user_name', type: 'text', nullable: true })
  userName!: string | null;

  @Column({ name: 'user_name_key', ...C_TEXT, nullable: true })
  userNameKey!: string | null;

  @Column({ name: 'external_id', ...C_TEXT, nullable: true })
  externalId!: string | null;

  @Column({ name: 'display_name', type: 'text', nullable: true })
  displayName!: string | null;

  @Column({ name: 'formatted_name', type: 'text', nullable: true })
  formattedName!: string | null;

  @Column({ name: 'given_name', type: 'text', nullable: true })
  givenName!: string | null;

  @Column({ name: 'family_name', type: 'text', nullable: true })
  familyName!: string | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
