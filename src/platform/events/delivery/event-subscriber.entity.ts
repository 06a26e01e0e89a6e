import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a subscriber has read the log. */
@Entity('event_subscribers')
export class EventSubscriberEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'bigint' })
  position!: string;

  @Column({ type: 'date' })
  day!: string;
}
