import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../platform/database/column-options';

/**
 * A counter of the live items in a run of a list; positions are computed from these counters (decision 0014).
 */
@Entity('item_runs')
export class ItemRunEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  lane!: string;

  @PrimaryColumn({ type: 'smallint' })
  level!: number;

  @PrimaryColumn({ name: 'end_rank', type: 'numeric' })
  endRank!: string;

  @PrimaryColumn({ type: 'integer' })
  writer!: number;

  @Column({ type: 'integer' })
  live!: number;
}
