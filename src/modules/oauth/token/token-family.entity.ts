import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { GrantId } from '../../../kernel/ids';
import type { Scope } from '../../../access/scope';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** An authorization code and the tokens that were issued from it; they are revoked together. */
@Entity('oauth_families')
@Index('oauth_families_code_digest_idx', ['codeDigest'], { unique: true })
@Index('oauth_families_grant_id_idx', ['organizationId', 'grantId'])
export class TokenFamilyEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column({ name: 'grant_id', ...C_TEXT })
  grantId!: GrantId;

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  @Column({ name: 'redirect_uri', type: 'text' })
  redirectUri!: string;

  @Column({ name: 'code_digest', type: 'bytea' })
  codeDigest!: Buffer;

  @Column({ name: 'code_challenge', type: 'text', nullable: true })
  codeChallenge!: string | null;

  @Column({ name: 'redeemed_at', ...TIMESTAMP, nullable: true })
  redeemedAt!: Date | null;

  @Column({ name: 'selector_digest', type: 'bytea', nullable: true })
  selectorDigest!: Buffer | null;

  @Column({ name: 'refresh_digest', type: 'bytea', nullable: true })
  refreshDigest!: Buffer | null;

  @Column({ name: 'refresh_expires_at', ...TIMESTAMP, nullable: true })
  refreshExpiresAt!: Date | null;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
