import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A SAML message that was used. Replays of it are rejected. */
@Entity('sso_used_messages')
@Index('sso_used_messages_expires_at_idx', ['expiresAt'])
export class UsedMessageEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ type: 'bytea' })
  digest!: Buffer;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;
}
