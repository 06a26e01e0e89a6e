import type { SubmissionOutput } from './submissions.schemas';

/** A row is in its wire form. */
export type SubmissionRecord = SubmissionOutput;

/** Selects a record; `submission` is the row. */
export const SUBMISSION_FIELDS = `submission.id, submission.form_id as "formId", submission.data,
  submission.item_id as "itemId", submission.status, submission.submitted_by as "submittedBy",
  submission.submitted_at as "submittedAt", submission.updated_at as "updatedAt", submission.omitted`;
