import { z } from 'zod';
import * as schema from '../../../rpc/schema';

export const SUBMISSION_STATUSES = ['new', 'reviewed', 'archived'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

const status = z.enum(SUBMISSION_STATUSES);

const omitted = z.object({
  formField: z.string(),
  columnId: schema.id('column').nullable(),
  /** Why the answer is not part of the item. */
  reason: z.string(),
});
export type OmittedAnswer = z.output<typeof omitted>;

export const submission = z.object({
  id: schema.id('submission'),
  formId: schema.id('form'),
  /** Answers by field key; fields without an answer are absent. */
  data: z.record(z.string(), z.unknown()),
  /** Null after the item was permanently deleted, or if the board had no group. */
  itemId: schema.id('item').nullable(),
  status,
  /** Null for an anonymous submission. */
  submittedBy: schema.id('user').nullable(),
  submittedAt: schema.timestamp,
  updatedAt: schema.timestamp,
  /** The answers that did not fit the columns of the board when the form was submitted. */
  omitted: z.array(omitted),
});
export type SubmissionOutput = z.output<typeof submission>;

export const submissionsList = {
  input: z.strictObject({
    formId: schema.id('form'),
    status: status.optional(),
    ...schema.page('submission'),
  }),
  output: z.object({ submissions: z.array(submission), nextCursor: schema.nextCursor }),
};
export type SubmissionsListInput = z.output<typeof submissionsList.input>;

export const submissionsGet = {
  input: z.strictObject({ id: schema.id('submission') }),
  output: submission,
};

export const submissionsUpdate = {
  input: z.strictObject({
    id: schema.id('submission'),
    status,
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: submission,
};
export type SubmissionsUpdateInput = z.output<typeof submissionsUpdate.input>;
