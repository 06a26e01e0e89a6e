import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('password_resets')
@Index('password_resets_expires_at_idx', ['expiresAt'])
@Index('password_resets_token_digest_idx', ['tokenDigest'], { unique: true })
export class PasswordResetEntity {
  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'token_digest', type: 'bytea' })
  tokenDigest!: Buffer;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;
}
