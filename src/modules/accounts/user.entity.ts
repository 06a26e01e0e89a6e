import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('users')
@Index('users_email_key_idx', ['emailKey'], { unique: true })
export class UserEntity {
  @PrimaryColumn(C_TEXT)
  id!: UserId;

  @Column({ type: 'text' })
  email!: string;

  @Column({ name: 'email_key', type: 'text' })
  emailKey!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  avatar!: string | null;

  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;

  @Column({ name: 'has_second_factor', type: 'boolean', default: false })
  hasSecondFactor!: boolean;

  @Column({ name: 'email_confirmed_at', ...TIMESTAMP, nullable: true })
  emailConfirmedAt!: Date | null;

  /** The name and the address are replaced from then on; content still refers to the id. */
  @Column({ name: 'deleted_at', ...TIMESTAMP, nullable: true })
  deletedAt!: Date | null;

  /** Of an integration: no address, no password, no sessions (decision 0144). */
  @Column({ name: 'is_service_account', type: 'boolean', default: false })
  isServiceAccount!: boolean;
}
