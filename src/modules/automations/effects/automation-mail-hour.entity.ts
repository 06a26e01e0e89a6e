import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** How many mails an organization's automations have sent in an hour. */
@Entity('automation_mail_hours')
export class AutomationMailHourEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ name: 'started_at', ...TIMESTAMP })
  startedAt!: Date;

  @Column({ type: 'integer' })
  mails!: number;
}
