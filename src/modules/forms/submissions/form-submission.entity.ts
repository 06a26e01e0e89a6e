import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FormId, ItemId, SubmissionId, UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';
import type { Answers } from '../answers/answers';
import type { OmittedAnswer, SubmissionStatus } from './submissions.schemas';

@Entity('form_submissions')
@Index('form_submissions_form_id_idx', ['organizationId', 'formId', 'id'])
@Index('form_submissions_status_idx', ['organizationId', 'formId', 'status', 'id'])
export class FormSubmissionEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: SubmissionId;

  @Column({ name: 'form_id', ...C_TEXT })
  formId!: FormId;

  @Column({ type: 'jsonb' })
  data!: Answers;

  /** Answers that are not part of the item, with the reason. */
  @Column({ type: 'jsonb' })
  omitted!: OmittedAnswer[];

  /** Null when the item was permanently deleted. */
  @Column({ name: 'item_id', ...C_TEXT, nullable: true })
  itemId!: ItemId | null;

  @Column({ type: 'text' })
  status!: SubmissionStatus;

  /** Null for an anonymous submission. */
  @Column({ name: 'submitted_by', ...C_TEXT, nullable: true })
  submittedBy!: UserId | null;

  /** Whether the form accepted only one submission of each user. */
  @Column({ name: 'is_only', type: 'boolean' })
  isOnly!: boolean;

  @Column({ name: 'submitted_at', ...TIMESTAMP })
  submittedAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
