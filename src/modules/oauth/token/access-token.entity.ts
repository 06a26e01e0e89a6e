import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Scope } from '../../../access/scope';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('oauth_access_tokens')
@Index('oauth_access_tokens_expires_at_idx', ['expiresAt'])
@Index('oauth_access_tokens_family_id_idx', ['organizationId', 'familyId'])
@Index('oauth_access_tokens_secret_digest_idx', ['secretDigest'], { unique: true })
export class AccessTokenEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'secret_digest', type: 'bytea' })
  secretDigest!: Buffer;

  @Column({ name: 'family_id', type: 'bigint' })
  familyId!: string;

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
