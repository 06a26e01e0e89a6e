import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TIMESTAMP } from '../../platform/database/column-options';

/** One change of a board or an item, as the activity list shows it. The table is partitioned by month (decision 0102). */
@Entity('activity')
export class ActivityEntryEntity {
  /** The number of a term, which is the board's id; it belongs to one organization. */
  @PrimaryColumn({ name: 'board_key', type: 'integer' })
  boardKey!: number;

  /** The day of the event in the log. */
  @PrimaryColumn({ type: 'date' })
  day!: string;

  /** The position of the event in the log. */
  @PrimaryColumn({ type: 'bigint' })
  sequence!: string;

  /** The ULID of the event. */
  @Column({ type: 'uuid' })
  id!: string;

  /** The ULID of the item. */
  @Column({ name: 'item_id', type: 'uuid', nullable: true })
  itemId!: string | null;

  /** 0 when the item left no board. */
  @Column({ name: 'previous_board_key', type: 'integer' })
  previousBoardKey!: number;

  @Column({ name: 'actor_key', type: 'integer', nullable: true })
  actorKey!: number | null;

  @Column({ name: 'action_key', type: 'integer' })
  actionKey!: number;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  /** What the entry shows of the event; see entry-encoding.ts. */
  @Column({ type: 'text' })
  details!: string;

  /** Values and descriptions, which are removed when the item is deleted permanently. */
  @Column({ type: 'text' })
  contents!: string;
}
