import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../database/column-options';

/** How far a subscriber that failed for an organization has read that organization's events. */
@Entity('event_backlogs')
export class EventBacklogEntity {
  @PrimaryColumn({ type: 'text' })
  subscriber!: string;

  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ type: 'bigint' })
  sequence!: string;

  @Column({ type: 'date' })
  day!: string;

  @Column({ type: 'integer' })
  attempts!: number;

  @Column({ name: 'due_at', type: 'timestamptz' })
  dueAt!: Date;
}
