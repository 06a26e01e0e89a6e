import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last run of scheduled work, or of one kind of expiring rows. */
@Entity('schedule_runs')
export class ScheduleRunEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @PrimaryColumn({ type: 'text', default: '' })
  kind!: string;

  @Column({ name: 'started_at', type: 'timestamptz' })
  startedAt!: Date;

  @Column({ name: 'duration_ms', type: 'integer', nullable: true })
  durationMs!: number | null;

  @Column({ type: 'text' })
  outcome!: 'running' | 'succeeded' | 'interrupted' | 'failed';

  @Column({ name: 'rows_removed', type: 'bigint', nullable: true })
  rowsRemoved!: string | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ name: 'last_succeeded_at', type: 'timestamptz', nullable: true })
  lastSucceededAt!: Date | null;
}
