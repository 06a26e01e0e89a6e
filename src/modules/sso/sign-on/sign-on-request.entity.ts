import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** An authorization request that waits for its response. */
@Entity('sso_requests')
@Index('sso_requests_expires_at_idx', ['expiresAt'])
export class SignOnRequestEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: string;

  @Column({ name: 'browser_digest', type: 'bytea', nullable: true })
  browserDigest!: Buffer | null;

  @Column({ name: 'tester_id', ...C_TEXT, nullable: true })
  testerId!: UserId | null;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;
}
