import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecordKey } from '../../kernel/record-key';

/**
 * A counter of the live items in a run of a list; positions are computed from these counters (decision 0014).
 */
@Entity('item_runs')
export class ItemRunEntity {
  @PrimaryColumn({ type: 'bigint' })
  lane!: RecordKey;

  @PrimaryColumn({ type: 'smallint' })
  level!: number;

  @PrimaryColumn({ name: 'end_rank', type: 'numeric' })
  endRank!: string;

  @PrimaryColumn({ type: 'integer' })
  writer!: number;

  @Column({ type: 'integer' })
  live!: number;
}
