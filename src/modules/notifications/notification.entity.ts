import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, CommentId, Id, ItemId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';
import type { NotificationKind } from './notification-kinds';

@Entity('notifications')
@Index('notifications_source_idx', ['organizationId', 'userId', 'source'], { unique: true })
@Index('notifications_created_at_idx', ['createdAt'])
export class NotificationEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @PrimaryColumn(C_TEXT)
  id!: Id<'notification'>;

  /** The id of an event, or an item and the day on which it is due. */
  @Column(C_TEXT)
  source!: string;

  @Column({ type: 'text' })
  kind!: NotificationKind;

  @Column({ name: 'actor_id', ...C_TEXT, nullable: true })
  actorId!: UserId | null;

  @Column({ name: 'board_id', ...C_TEXT, nullable: true })
  boardId!: BoardId | null;

  @Column({ name: 'item_id', ...C_TEXT, nullable: true })
  itemId!: ItemId | null;

  @Column({ name: 'comment_id', ...C_TEXT, nullable: true })
  commentId!: CommentId | null;

  @Column({ type: 'jsonb' })
  details!: Json;

  /** False when the user wants only the mail. */
  @Column({ name: 'in_app', type: 'boolean' })
  inApp!: boolean;

  /** Whether the item is in Trash or deleted, or the comment deleted. */
  @Column({ name: 'is_hidden', type: 'boolean', default: false })
  isHidden!: boolean;

  @Column({ name: 'read_at', ...TIMESTAMP, nullable: true })
  readAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
