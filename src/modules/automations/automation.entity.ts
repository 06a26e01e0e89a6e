import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AutomationId, BoardId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';
import type { WrittenAction } from './automations.schemas';

@Entity('automations')
@Index('automations_board_id_idx', ['organizationId', 'boardId', 'triggerType', 'id'])
export class AutomationEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: AutomationId;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** Why Trestle disabled it; null when a user did, and while it is enabled. */
  @Column({ name: 'disabled_reason', type: 'text', nullable: true })
  disabledReason!: string | null;

  @Column({ name: 'trigger_type', type: 'text' })
  triggerType!: string;

  @Column({ name: 'trigger_config', type: 'jsonb' })
  triggerConfig!: { [key: string]: Json };

  /** Filters in their input form. */
  @Column({ type: 'jsonb' })
  conditions!: Json[];

  @Column({ type: 'jsonb' })
  actions!: WrittenAction[];

  /** Actions run with this user's permissions. */
  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'execution_count', type: 'integer', default: 0 })
  executionCount!: number;

  @Column({ name: 'last_executed_at', ...TIMESTAMP, nullable: true })
  lastExecutedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
