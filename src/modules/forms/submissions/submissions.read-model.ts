import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { FormId, SubmissionId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { SUBMISSION_FIELDS, type SubmissionRecord } from './submission.record';
import type { SubmissionStatus } from './submissions.schemas';

export const LIST_SUBMISSIONS = statementFamily(
  'forms.list-submissions',
  (limit: number) => `select ${SUBMISSION_FIELDS} from form_submissions submission
   where organization_id = $1 and form_id = $2 and id < coalesce($3, '~')
   order by id desc limit ${limit + 1}`,
);

export const LIST_SUBMISSIONS_BY_STATUS = statementFamily(
  'forms.list-submissions-by-status',
  (limit: number) => `select ${SUBMISSION_FIELDS} from form_submissions submission
   where organization_id = $1 and form_id = $2 and status = $4 and id < coalesce($3, '~')
   order by id desc limit ${limit + 1}`,
);

// Of any status: the page after a submission that was reviewed in the meantime is still known.
const CURSOR = statement(
  'forms.submissions-cursor',
  'select from form_submissions where organization_id = $1 and form_id = $2 and id = $3',
);

const GET = statement(
  'forms.get-submission',
  `select ${SUBMISSION_FIELDS} from form_submissions submission where organization_id = $1 and id = $2`,
);

export interface SubmissionsPage {
  cursor: SubmissionId | null;
  limit: number;
  status: SubmissionStatus | null;
}

@Injectable()
export class SubmissionsReadModel {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(
    context: TenantContext,
    formId: FormId,
    { cursor, limit, status }: SubmissionsPage,
  ): Promise<Page<SubmissionRecord>> {
    const values = [context.organizationId, formId, cursor];
    if (cursor !== null && (await this.database.query(context, CURSOR, values)).length === 0)
      throw new UnknownCursor();
    const rows =
      status === null
        ? this.database.query<SubmissionRecord>(context, LIST_SUBMISSIONS(limit), values)
        : this.database.query<SubmissionRecord>(context, LIST_SUBMISSIONS_BY_STATUS(limit), [
            ...values,
            status,
          ]);
    return pageOf(await rows, limit);
  }

  async get(context: TenantContext, id: SubmissionId): Promise<SubmissionRecord | null> {
    const [row] = await this.database.query<SubmissionRecord>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }
}
