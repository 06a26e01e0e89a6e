import { Injectable } from '@nestjs/common';
import { type FormId, type ItemId, newId, type SubmissionId, type UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { sqlState, violatedConstraint } from '../../../platform/database/database-errors';
import { type Statement, statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { type InTransaction, isAlone } from '../../../platform/database/transaction';
import type { DomainEvent } from '../../../platform/events/define-event';
import type { Answers } from '../answers/answers';
import { AlreadySubmitted, FormIsChanging } from '../forms.errors';
import { retriedIfTaken } from '../../columns';
import type { PlacedItem } from '../../items';
import { SUBMISSION_FIELDS, type SubmissionRecord } from './submission.record';
import type { OmittedAnswer, SubmissionStatus } from './submissions.schemas';

// Only while the form is the version that validated the answers. The foreign key locks the form's key too: the lock comes
// with the condition, so that a form that becomes a draft has either seen this submission or rejects it.
const LOCK_FORM = statement(
  'forms.lock-version',
  `select id from forms
   where organization_id = $1 and id = $2 and version = $3 and status = 'published' and deleted_at is null
   for key share`,
);

const INSERT = statement(
  'forms.insert-submission',
  `with submission as (
     insert into form_submissions (organization_id, id, form_id, data, omitted, item_id, status, submitted_by, is_only,
       submitted_at, updated_at)
     select $1, $3, $2, $4, $5, $6, 'new', $7, $8, $9, $9
     where not ($8 and exists (
       select from form_submissions earlier
       where earlier.organization_id = $1 and earlier.form_id = $2 and earlier.submitted_by = $7))
     returning form_id),
   counted as (
     insert into form_submission_counts
     select $1, form_id, pg_backend_pid() % 16, 1 from submission
     on conflict (organization_id, form_id, shard)
       do update set count = form_submission_counts.count + excluded.count)
   select from submission`,
);

const SUBMIT = statement(
  'forms.submit',
  `select item_lane as lane, item_rank as rank, needs_maintenance as "needsMaintenance"
   from form_submit(
     p_organization => $1, p_board => $2, p_version => $3, p_group => $4, p_parent => $5, p_position => $6, p_id => $7,
     p_name => $8, p_name_key => $9, p_description => $10, p_values => $11, p_number_columns => $12, p_columns => $13,
     p_ordinals => $14, p_number_keys => $15, p_text_keys => $16, p_refs => $17, p_creator => $18, p_actor => $19,
     p_now => $20, p_event_id => $21, p_origin => $22, p_form => $23, p_form_version => $24, p_submission => $25,
     p_data => $26, p_omitted => $27, p_is_only => $28, p_submitted_event_id => $29, p_submitted_event => $30,
     p_submitted_data => $31)
   where item_write_is_in_time(p_is_alone => $32)`,
);

const LOCK = statement(
  'forms.lock-submission',
  `select ${SUBMISSION_FIELDS} from form_submissions submission
   where organization_id = $1 and id = $2 for no key update`,
);

const UPDATE_STATUS = statement(
  'forms.update-submission',
  `with submission as (
     update form_submissions
     set status = $3, updated_at = greatest($4, updated_at + interval '1 millisecond')
     where organization_id = $1 and id = $2
     returning *)
   select ${SUBMISSION_FIELDS} from submission`,
);

const ONLY_KEY = 'form_submissions_only_key';

/** SQLSTATEs of form_submit. */
const FORM_CHANGED = 'TR007';
const ALREADY_SUBMITTED = 'TR008';

function rejectionOf(error: unknown): unknown {
  const state = sqlState(error);
  if (state === FORM_CHANGED) return new FormIsChanging();
  return state === ALREADY_SUBMITTED || violatedConstraint(error) === ONLY_KEY
    ? new AlreadySubmitted()
    : error;
}

export interface NewSubmission {
  id: SubmissionId;
  formId: FormId;
  /** Of the form that validated the answers. */
  version: number;
  data: Answers;
  omitted: readonly OmittedAnswer[];
  itemId: ItemId | null;
  submittedBy: UserId | null;
  isOnly: boolean;
  submittedAt: Date;
}

type Tx = InTransaction<TenantContext>;

@Injectable()
export class SubmissionsRepository {
  constructor(private readonly database: Database) {}

  /** Throws FormIsChanging, which retries the transaction, when the form has changed since it was read. */
  async lockForm(tx: Tx, id: FormId, version: number): Promise<void> {
    if ((await this.one(tx, LOCK_FORM, [id, version])) === null) throw new FormIsChanging();
  }

  /** For a locked form. */
  async insert(tx: Tx, submission: NewSubmission): Promise<void> {
    const { id, formId, data, omitted, itemId, submittedBy, isOnly, submittedAt } = submission;
    const answers = [JSON.stringify(data), JSON.stringify(omitted)];
    const values = [formId, id, ...answers, itemId, submittedBy, isOnly, submittedAt];
    const written = await this.one(tx, INSERT, values).catch((error: unknown) => {
      throw rejectionOf(error);
    });
    if (written === null) throw new AlreadySubmitted();
  }

  /**
   * The submission, its item and their events in one statement. `item` are the parameters of item_create. Throws as
   * `lockForm` and `insert` do.
   */
  async submit(
    context: TenantContext,
    item: readonly unknown[],
    submission: NewSubmission,
    event: DomainEvent,
  ): Promise<PlacedItem> {
    const { id, formId, version, data, omitted, isOnly } = submission;
    const [placed] = await retriedIfTaken(
      this.database.query<PlacedItem>(context, SUBMIT, [
        ...item,
        formId,
        version,
        id,
        JSON.stringify(data),
        JSON.stringify(omitted),
        isOnly,
        newId('event'),
        event.type,
        JSON.stringify(event.data),
        isAlone(context),
      ]),
    ).catch((error: unknown) => {
      throw rejectionOf(error);
    });
    return placed!;
  }

  /** The submission stays locked until the transaction ends; null when there is none. */
  lock(tx: Tx, id: SubmissionId): Promise<SubmissionRecord | null> {
    return this.one<SubmissionRecord>(tx, LOCK, [id]);
  }

  async updateStatus(
    tx: Tx,
    id: SubmissionId,
    status: SubmissionStatus,
    at: Date,
  ): Promise<SubmissionRecord> {
    return (await this.one<SubmissionRecord>(tx, UPDATE_STATUS, [id, status, at]))!;
  }

  private async one<Row>(tx: Tx, text: Statement, values: unknown[]): Promise<Row | null> {
    const [row] = await this.database.query<Row>(tx, text, [tx.organizationId, ...values]);
    return row ?? null;
  }
}
