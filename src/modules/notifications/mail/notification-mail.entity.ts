import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, Id, UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A notification that still has to be mailed. */
@Entity('notification_mails')
@Index('notification_mails_created_at_idx', ['createdAt'])
export class NotificationMailEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @PrimaryColumn({ name: 'notification_id', ...C_TEXT })
  notificationId!: Id<'notification'>;

  /** Empty for notifications that are not about a board. */
  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId | '';

  /** Whether it waits for the mail at the end of the hour. */
  @Column({ name: 'is_digest', type: 'boolean' })
  isDigest!: boolean;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
