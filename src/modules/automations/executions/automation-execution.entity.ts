import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AutomationId, BoardId, ExecutionId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';
import type { ExecutionStatus, TriggeredBy } from './execution.record';

@Entity('automation_executions')
@Index('automation_executions_cause_key', ['organizationId', 'automationId', 'cause'], { unique: true })
@Index('automation_executions_queue_idx', ['organizationId', 'boardId', 'status', 'id'])
@Index('automation_executions_executed_at_idx', ['executedAt'])
export class AutomationExecutionEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: ExecutionId;

  @Column({ name: 'automation_id', ...C_TEXT })
  automationId!: AutomationId;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  /** What fired the automation: an event, a due time, a request. Each fires an automation once. */
  @Column(C_TEXT)
  cause!: string;

  /** The event in the log. */
  @Column({ name: 'event_sequence', type: 'bigint', nullable: true })
  eventSequence!: string | null;

  @Column({ name: 'event_day', type: 'date', nullable: true })
  eventDay!: string | null;

  @Column({ type: 'text' })
  status!: ExecutionStatus;

  @Column({ name: 'triggered_by', type: 'jsonb' })
  triggeredBy!: TriggeredBy;

  /** What a hook received. */
  @Column({ type: 'jsonb', nullable: true })
  payload!: Json | null;

  /** How many executions led to this one, itself included. */
  @Column({ type: 'smallint' })
  depth!: number;

  /** Whether a user asked for it. */
  @Column({ name: 'is_manual', type: 'boolean' })
  isManual!: boolean;

  /** Attempts that ended with an unexpected error. */
  @Column({ type: 'smallint', default: 0 })
  attempts!: number;

  @Column({ name: 'actions_executed', type: 'integer', default: 0 })
  actionsExecuted!: number;

  /** Milliseconds. */
  @Column({ type: 'integer', nullable: true })
  duration!: number | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  /** The index of the action that failed. */
  @Column({ name: 'failed_action', type: 'integer', nullable: true })
  failedAction!: number | null;

  @Column({ name: 'executed_at', ...TIMESTAMP })
  executedAt!: Date;
}
