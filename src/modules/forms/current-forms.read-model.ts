import { Injectable } from '@nestjs/common';
import type { FormId, SubmissionId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { FormStatus } from './forms.schemas';
import { SUBMISSION_FIELDS, type SubmissionRecord } from './submissions/submission.record';

const FORMS = statement(
  'forms.current',
  `select id, name, status from forms where organization_id = $1 and id = any ($2) and deleted_at is null`,
);

// The submissions of a deleted form are deleted in the background.
const SUBMISSIONS = statement(
  'forms.current-submissions',
  `select ${SUBMISSION_FIELDS} from form_submissions submission
   where organization_id = $1 and id = any ($2) and exists (
     select from forms
     where forms.organization_id = $1 and forms.id = submission.form_id and forms.deleted_at is null)`,
);

/** A form as events name it. */
export interface NamedForm {
  id: FormId;
  name: string;
  status: FormStatus;
}

/** Forms and submissions by id, for callers that have checked the access; deleted ones have no entry. */
@Injectable()
export class CurrentFormsReadModel {
  constructor(private readonly database: Database) {}

  async forms(context: TenantContext, ids: readonly FormId[]): Promise<Map<FormId, NamedForm>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<NamedForm>(context, FORMS, [context.organizationId, ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async submissions(
    context: TenantContext,
    ids: readonly SubmissionId[],
  ): Promise<Map<SubmissionId, SubmissionRecord>> {
    if (ids.length === 0) return new Map();
    const values = [context.organizationId, ids];
    const rows = await this.database.query<SubmissionRecord>(context, SUBMISSIONS, values);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
