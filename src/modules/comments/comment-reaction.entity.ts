import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CommentId, UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';
import type { ReactionCode } from './comments.schemas';

@Entity('comment_reactions')
export class CommentReactionEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'comment_id', ...C_TEXT })
  commentId!: CommentId;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @PrimaryColumn({ type: 'text' })
  emoji!: ReactionCode;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
