import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

/** An account at a sign-in provider that signs in a user. */
@Entity('identities')
@Index('identities_user_id_idx', ['userId'])
export class IdentityEntity {
  @PrimaryColumn(C_TEXT)
  provider!: 'google' | 'microsoft' | 'github' | 'oidc';

  @PrimaryColumn(C_TEXT)
  issuer!: string;

  @PrimaryColumn(C_TEXT)
  subject!: string;

  @Column({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'last_used_at', ...TIMESTAMP })
  lastUsedAt!: Date;

  @Column({ name: 'disconnected_at', ...TIMESTAMP, nullable: true })
  disconnectedAt!: Date | null;
}
