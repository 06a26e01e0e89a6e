import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** Failed attempts with one kind of credential since a time. */
@Entity('credential_attempts')
export class CredentialAttemptEntity {
  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @PrimaryColumn({ type: 'text' })
  kind!: 'password' | 'second-factor' | 'email-change';

  @Column({ type: 'integer' })
  count!: number;

  @Column(TIMESTAMP)
  since!: Date;
}
