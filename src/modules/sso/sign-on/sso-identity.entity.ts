import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** Links a subject at an identity provider to a member. */
@Entity('sso_identities')
@Index('sso_identities_user_id_idx', ['organizationId', 'userId', 'issuer'], { unique: true })
export class SsoIdentityEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  issuer!: string;

  @PrimaryColumn({ type: 'text' })
  subject!: string;

  @Column({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'is_self_verified', type: 'boolean' })
  isSelfVerified!: boolean;

  @Column({ name: 'last_used_at', ...TIMESTAMP })
  lastUsedAt!: Date;
}
