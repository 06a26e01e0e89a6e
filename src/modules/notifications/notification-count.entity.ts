import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BoardId, UserId } from '../../kernel/ids';
import { C_TEXT } from '../../platform/database/column-options';

/** The unread notifications of a user about a board. Triggers of notifications maintain it. */
@Entity('notification_counts')
export class NotificationCountEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  /** Empty for notifications that are not about a board. */
  @PrimaryColumn({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId | '';

  @Column({ type: 'integer' })
  unread!: number;
}
