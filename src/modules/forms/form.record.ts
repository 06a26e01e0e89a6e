import type { BoardId, FormId, UserId } from '../../kernel/ids';
import type { FormStatus, Mapping, Settings } from './forms.schemas';
import type { FormSchema } from './schema/form-schema';

/** A form with the number of its submissions. Timestamps are in their wire form. */
export interface FormRecord {
  id: FormId;
  boardId: BoardId;
  name: string;
  description: string;
  status: FormStatus;
  schema: FormSchema;
  mappings: Mapping[];
  settings: Settings;
  version: number;
  submissionCount: number;
  createdBy: UserId;
  createdAt: string;
  updatedAt: string;
}

/** The number of submissions of the row `form`. */
export const SUBMISSION_COUNT = `(select coalesce(sum(counted.count), 0)::int from form_submission_counts counted
   where counted.organization_id = form.organization_id and counted.form_id = form.id) as "submissionCount"`;

/** Selects a record; `form` is the row. */
export const FORM_FIELDS = `form.id, form.board_id as "boardId", form.name, form.description, form.status, form.schema,
  form.mappings, form.settings, form.version, form.created_by as "createdBy", form.created_at as "createdAt",
  form.updated_at as "updatedAt", ${SUBMISSION_COUNT}`;
