import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProjectId, UserId, WebhookId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';
import type { DisabledReason } from './webhooks.schemas';

@Entity('webhooks')
export class WebhookEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: WebhookId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  url!: string;

  @Column({ type: 'text', array: true })
  events!: string[];

  @Column({ name: 'project_id', ...C_TEXT, nullable: true })
  projectId!: ProjectId | null;

  @Column({ name: 'sealed_secret', type: 'text' })
  sealedSecret!: string;

  @Column({ name: 'sealed_previous_secret', type: 'text', nullable: true })
  sealedPreviousSecret!: string | null;

  @Column({ name: 'previous_secret_expires_at', ...TIMESTAMP, nullable: true })
  previousSecretExpiresAt!: Date | null;

  @Column({ name: 'disabled_at', ...TIMESTAMP, nullable: true })
  disabledAt!: Date | null;

  @Column({ name: 'disabled_reason', type: 'text', nullable: true })
  disabledReason!: DisabledReason | null;

  /** The number of the organization's last event when the webhook was created or enabled: it gets later ones. */
  @Column({ name: 'enabled_after_sequence', type: 'bigint' })
  enabledAfterSequence!: string;

  /** The first failure since the last success. */
  @Column({ name: 'failing_since', ...TIMESTAMP, nullable: true })
  failingSince!: Date | null;

  /** The last attempt failed or took long: the receiver gets few connections at a time. */
  @Column({ name: 'is_slow', type: 'boolean', default: false })
  isSlow!: boolean;

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
