import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last time slot in which scheduled work was enqueued. */
@Entity('schedule_slots')
export class ScheduleSlotEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'timestamptz' })
  slot!: Date;
}
