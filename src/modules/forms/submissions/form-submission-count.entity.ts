import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FormId } from '../../../kernel/ids';
import { C_TEXT } from '../../../platform/database/column-options';

/** The number of submissions of a form, as the sum of its rows. */
@Entity('form_submission_counts')
export class FormSubmissionCountEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'form_id', ...C_TEXT })
  formId!: FormId;

  /** From the process id of the connection: parallel submissions change different rows. */
  @PrimaryColumn({ type: 'smallint' })
  shard!: number;

  @Column({ type: 'integer' })
  count!: number;
}
