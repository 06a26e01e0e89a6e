import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ItemId } from '../../kernel/ids';
import { C_TEXT } from '../../platform/database/column-options';

/** The number of comments of an item, replies included, as the sum of its rows. */
@Entity('comment_counts')
export class CommentCountEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'item_id', ...C_TEXT })
  itemId!: ItemId;

  /** From the process id of the connection: parallel writers change different rows, and none waits for another's commit. */
  @PrimaryColumn({ type: 'smallint' })
  shard!: number;

  /** Can be negative: a comment may be deleted by another connection than the one that created it. */
  @Column({ type: 'integer' })
  count!: number;
}
