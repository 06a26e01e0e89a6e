import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SessionId, UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('sessions')
@Index('sessions_expires_at_idx', ['expiresAt'])
@Index('sessions_user_id_idx', ['userId'])
export class SessionEntity {
  @PrimaryColumn(C_TEXT)
  id!: SessionId;

  @Column({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;

  @Column({ name: 'last_seen_at', ...TIMESTAMP })
  lastSeenAt!: Date;

  @Column({ type: 'text', nullable: true })
  ip!: string | null;

  @Column({ name: 'user_agent', type: 'text', nullable: true })
  userAgent!: string | null;

  @Column({ type: 'text', default: 'password' })
  method!: 'password' | 'saml' | 'oidc' | 'provider';

  @Column({ name: 'organization_id', ...C_TEXT, nullable: true })
  organizationId!: string | null;

  @Column({ name: 'origin_id', ...C_TEXT, nullable: true })
  originId!: SessionId | null;
}
