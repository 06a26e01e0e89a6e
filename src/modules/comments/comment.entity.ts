import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CommentId, ItemId, UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('comments')
@Index('comments_item_id_all_idx', ['organizationId', 'itemId'])
@Index('comments_parent_id_idx', ['organizationId', 'parentId', 'id'])
export class CommentEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: CommentId;

  @Column({ name: 'item_id', ...C_TEXT })
  itemId!: ItemId;

  @Column({ name: 'parent_id', ...C_TEXT, nullable: true })
  parentId!: CommentId | null;

  @Column({ name: 'author_id', ...C_TEXT })
  authorId!: UserId;

  @Column({ type: 'text' })
  body!: string;

  /** Mentions are empty elements: their names are added when the comment is read. */
  @Column({ name: 'body_html', type: 'text' })
  bodyHtml!: string;

  @Column({ type: 'text', array: true })
  mentions!: UserId[];

  @Column({ name: 'reply_count', type: 'integer', default: 0 })
  replyCount!: number;

  @Column({ name: 'attachment_count', type: 'smallint', default: 0 })
  attachmentCount!: number;

  @Column({ name: 'is_pinned', type: 'boolean', default: false })
  isPinned!: boolean;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;

  /** Set when the comment is deleted: until then its row keeps a cursor that names it valid. */
  @Column({ name: 'tombstone_until', ...TIMESTAMP, nullable: true })
  tombstoneUntil!: Date | null;
}
