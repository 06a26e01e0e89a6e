import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../../../platform/database/column-options';

/** The local day and calendar for which the formulas of an organization were last computed. */
@Entity('computation_days')
export class ComputationDayEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ type: 'text' })
  day!: string;

  @Column({ type: 'text' })
  calendar!: string;
}
