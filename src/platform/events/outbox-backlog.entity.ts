import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../database/column-options';

/** A subscriber that failed for an organization, and when it is tried again. */
@Entity('outbox_backlogs')
export class OutboxBacklogEntity {
  @PrimaryColumn({ type: 'text' })
  subscriber!: string;

  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ type: 'integer' })
  attempts!: number;

  @Column({ name: 'due_at', type: 'timestamptz' })
  dueAt!: Date;
}
