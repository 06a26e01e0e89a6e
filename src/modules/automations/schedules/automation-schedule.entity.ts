import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AutomationId, ItemId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** When an automation is due next; exists while it is enabled and has a trigger with a schedule. */
@Entity('automation_schedules')
@Index('automation_schedules_next_at_idx', ['nextAt'])
export class AutomationScheduleEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'automation_id', ...C_TEXT })
  automationId!: AutomationId;

  @Column({ name: 'next_at', ...TIMESTAMP })
  nextAt!: Date;

  /** The zone in which `nextAt` was computed. */
  @Column({ name: 'time_zone', type: 'text' })
  timeZone!: string;

  /** The local day whose dates arrive next; null for a cron expression. */
  @Column({ type: 'date', nullable: true })
  day!: string | null;

  /** The last item of the day that has an execution, while others of the day have none. */
  @Column({ name: 'after_item', ...C_TEXT, nullable: true })
  afterItem!: ItemId | null;
}
