import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Id, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

/**
 * Rows are only added: a trigger rejects updates and deletions. The table is partitioned by `at`, and the retention drops
 * partitions (decision 0102).
 */
@Entity('audit_entries')
@Index('audit_entries_action_idx', ['organizationId', 'action', 'at', 'id'])
@Index('audit_entries_actor_id_idx', ['organizationId', 'actorId', 'at', 'id'])
@Index('audit_entries_at_idx', ['organizationId', 'at', 'id'])
export class AuditEntryEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: Id<'audit'>;

  @PrimaryColumn(TIMESTAMP)
  at!: Date;

  @Column(C_TEXT)
  action!: string;

  @Column({ type: 'text' })
  outcome!: 'success' | 'failure';

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'text', nullable: true })
  target!: string | null;

  @Column({ name: 'actor_id', ...C_TEXT, nullable: true })
  actorId!: UserId | null;

  @Column({ name: 'actor_name', type: 'text', nullable: true })
  actorName!: string | null;

  @Column({ name: 'actor_email', type: 'text', nullable: true })
  actorEmail!: string | null;

  @Column({ name: 'credential_kind', type: 'text', nullable: true })
  credentialKind!: string | null;

  @Column({ name: 'credential_id', type: 'text', nullable: true })
  credentialId!: string | null;

  @Column({ type: 'text', nullable: true })
  ip!: string | null;

  @Column({ name: 'user_agent', type: 'text', nullable: true })
  userAgent!: string | null;

  @Column({ name: 'request_id', type: 'text' })
  requestId!: string;

  @Column({ type: 'jsonb' })
  details!: Json;
}
