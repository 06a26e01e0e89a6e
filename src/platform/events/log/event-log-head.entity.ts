import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The position of the last event of the log; one row. */
@Entity('event_log_head')
export class EventLogHeadEntity {
  @PrimaryColumn({ name: 'is_only', type: 'boolean', default: true })
  isOnly!: boolean;

  @Column({ type: 'bigint' })
  position!: string;

  @Column({ type: 'date' })
  day!: string;
}
