import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { FormId, SubmissionId } from '../../../kernel/ids';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { HierarchyService } from '../../hierarchy';
import { FormNotFound, SubmissionChanged, SubmissionNotFound } from '../forms.errors';
import { submissionsEvents } from '../forms.events';
import { reviewSubmissions } from '../forms.policy';
import { FormsReadModel } from '../forms.read-model';
import { SubmissionsReadModel } from './submissions.read-model';
import { SubmissionsRepository } from './submissions.repository';
import type { SubmissionOutput, SubmissionsListInput, SubmissionsUpdateInput } from './submissions.schemas';

/** The submissions of a form, for members who see its board. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly forms: FormsReadModel,
    private readonly submissions: SubmissionsRepository,
    private readonly reads: SubmissionsReadModel,
    private readonly outbox: Outbox,
  ) {}

  async list(context: CallContext, { formId, cursor, limit, status }: SubmissionsListInput) {
    await this.formOf(context, formId, new FormNotFound(), 'form');
    const page = { cursor: cursor ?? null, limit, status: status ?? null };
    const { rows, nextCursor } = await this.reads.list(context, formId, page);
    return { submissions: rows, nextCursor };
  }

  async get(context: CallContext, id: SubmissionId): Promise<SubmissionOutput> {
    const submission = await this.reads.get(context, id);
    if (submission === null) throw new SubmissionNotFound();
    await this.formOf(context, submission.formId, new SubmissionNotFound(), 'submission');
    return submission;
  }

  /** Any status can follow any other. */
  update(
    context: CallContext,
    { id, status, expectedUpdatedAt }: SubmissionsUpdateInput,
  ): Promise<SubmissionOutput> {
    return this.transactions.run(context, async (tx) => {
      const submission = await this.submissions.lock(tx, id);
      if (submission === null) throw new SubmissionNotFound();
      const { form, access } = await this.formOf(
        tx,
        submission.formId,
        new SubmissionNotFound(),
        'submission',
      );
      authorize(reviewSubmissions, tx.principal, { access });
      if (expectedUpdatedAt && expectedUpdatedAt.toISOString() !== submission.updatedAt)
        throw new SubmissionChanged();
      if (submission.status === status) return submission;
      const updated = await this.submissions.updateStatus(tx, id, status, clock.now());
      const named = { id: form.id, name: form.name, status: form.status };
      const change = { form: named, submissionId: id, status, previousStatus: submission.status };
      await this.outbox.append(tx, submissionsEvents.updated.create(change, { boardId: form.boardId }));
      return updated;
    });
  }

  private async formOf(context: CallContext, id: FormId, missing: Error, noun: string) {
    const form = await this.forms.get(context, id);
    if (form === null) throw missing;
    const { access } = await this.hierarchy.board(context, form.boardId, noun);
    return { form, access };
  }
}
