import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ScimTokenId, TokenId, UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('scim_tokens')
@Index('scim_tokens_created_with_idx', ['organizationId', 'createdWith'])
@Index('scim_tokens_expires_at_idx', ['expiresAt'])
@Index('scim_tokens_secret_digest_idx', ['secretDigest'], { unique: true })
export class ScimTokenEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: ScimTokenId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'secret_digest', type: 'bytea' })
  secretDigest!: Buffer;

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  /** The personal token that created this token, which ends with it. */
  @Column({ name: 'created_with', ...C_TEXT, nullable: true })
  createdWith!: TokenId | null;

  @Column({ name: 'expires_at', ...TIMESTAMP, nullable: true })
  expiresAt!: Date | null;

  @Column({ name: 'last_used_at', ...TIMESTAMP, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
