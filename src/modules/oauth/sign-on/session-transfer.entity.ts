import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SessionId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A session that continues from the host of an organization to the main host. */
@Entity('oauth_session_transfers')
@Index('oauth_session_transfers_expires_at_idx', ['expiresAt'])
export class SessionTransferEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'browser_digest', type: 'bytea' })
  browserDigest!: Buffer;

  @Column({ name: 'continue_to', type: 'text' })
  continueTo!: string;

  @Column({ name: 'session_id', ...C_TEXT, nullable: true })
  sessionId!: SessionId | null;

  @Column({ name: 'code_digest', type: 'bytea', nullable: true })
  codeDigest!: Buffer | null;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;
}
