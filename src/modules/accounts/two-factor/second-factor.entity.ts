import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('second_factors')
export class SecondFactorEntity {
  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'sealed_key', type: 'text' })
  sealedKey!: string;

  @Column({ name: 'started_at', ...TIMESTAMP })
  startedAt!: Date;

  @Column({ name: 'enabled_at', ...TIMESTAMP, nullable: true })
  enabledAt!: Date | null;

  /** The driver returns a bigint as text. */
  @Column({
    name: 'last_step',
    type: 'bigint',
    default: 0,
    transformer: { from: Number, to: (step) => step },
  })
  lastStep!: number;
}
