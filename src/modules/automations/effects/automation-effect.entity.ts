import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AutomationId, EffectId, ExecutionId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';
import type { EffectStatus } from './effect';

@Entity('automation_effects')
@Index('automation_effects_execution_idx', ['organizationId', 'executionId'])
export class AutomationEffectEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: EffectId;

  @Column({ name: 'execution_id', ...C_TEXT })
  executionId!: ExecutionId;

  @Column({ name: 'automation_id', ...C_TEXT })
  automationId!: AutomationId;

  /** The position of the action in the automation. */
  @Column({ name: 'action_index', type: 'smallint' })
  actionIndex!: number;

  /** The host of a request; 'mail' for a mail. */
  @Column(C_TEXT)
  target!: string;

  /** The mail or the request, encrypted. Null once it was sent. */
  @Column({ name: 'sealed_content', type: 'text', nullable: true })
  sealedContent!: string | null;

  @Column({ type: 'text' })
  status!: EffectStatus;

  /** The next attempt, and during an attempt the end of its lease. Null when there is none. */
  @Column({ name: 'due_at', ...TIMESTAMP, nullable: true })
  dueAt!: Date | null;

  /** Identifies the attempt in progress. */
  @Column({ ...C_TEXT, nullable: true })
  claim!: string | null;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** Failed attempts since the effect was last scheduled, which determine the next delay. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  @Column({ name: 'response_status', type: 'integer', nullable: true })
  responseStatus!: number | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  /** The end of the time that a mail waits for the limit of the organization. */
  @Column({ name: 'waits_until', ...TIMESTAMP })
  waitsUntil!: Date;

  @Column({ name: 'attempted_at', ...TIMESTAMP, nullable: true })
  attemptedAt!: Date | null;

  @Column({ name: 'completed_at', ...TIMESTAMP, nullable: true })
  completedAt!: Date | null;
}
