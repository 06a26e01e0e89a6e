import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../../platform/database/column-options';

/** The last local day for which the items that are due were notified. */
@Entity('notification_due_days')
export class NotificationDueDayEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ type: 'text' })
  day!: string;
}
