import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../../platform/database/column-options';

/** A logout request that waits for the response of the identity provider. */
@Entity('sso_logouts')
@Index('sso_logouts_expires_at_idx', ['expiresAt'])
export class LogoutEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: string;

  @Column({ name: 'browser_digest', type: 'bytea' })
  browserDigest!: Buffer;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;
}
