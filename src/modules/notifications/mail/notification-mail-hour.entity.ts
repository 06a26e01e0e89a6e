import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** The current hour of mails to a user about a board. */
@Entity('notification_mail_hours')
@Index('notification_mail_hours_started_at_idx', ['startedAt'])
export class NotificationMailHourEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  /** Empty for notifications that are not about a board. */
  @PrimaryColumn({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId | '';

  @Column({ name: 'started_at', ...TIMESTAMP })
  startedAt!: Date;

  /** Notifications of this hour that the user wants by mail. */
  @Column({ type: 'integer' })
  mails!: number;
}
