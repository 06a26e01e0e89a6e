import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../database/column-options';

/** The last number of an organization's events, whose board is empty, or of a board's. */
@Entity('event_sequences')
export class EventSequenceEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'board_id', ...C_TEXT })
  boardId!: string;

  @Column({ type: 'bigint' })
  last!: string;
}
