import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type ItemId, newId, type SubmissionId } from '../../../kernel/ids';
import type { ActingContext } from '../../../access/principal';
import { ChangeFeed } from '../../../platform/cache/change-feed';
import { isRetryable } from '../../../platform/database/database-errors';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { ValueNotUnique } from '../../columns';
import { boardTopic } from '../../hierarchy';
import { ItemInsertionService } from '../../items';
import { formTopic } from '../form-topic';
import { AnswerTaken } from '../forms.errors';
import { formsEvents } from '../forms.events';
import { type NewSubmission, SubmissionsRepository } from '../submissions/submissions.repository';
import { type PreparedSubmission, SubmissionPreparationService } from './submission-preparation.service';
import { SubmissionFilesService } from './submission-files.service';

/** A submission that was written. */
export interface Accepted {
  submissionId: SubmissionId;
  message: string;
  /** Where the page sends the respondent. */
  redirectUrl: string | null;
}

/** Writes submissions with their items. */
@Injectable()
export class SubmissionWritesService {
  constructor(
    private readonly preparation: SubmissionPreparationService,
    private readonly files: SubmissionFilesService,
    private readonly items: ItemInsertionService,
    private readonly submissions: SubmissionsRepository,
    private readonly changes: ChangeFeed,
    private readonly outbox: Outbox,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * The submission, its item and both events. When the form or the board has changed since they were read, the submission is
   * validated and written again.
   */
  run(context: ActingContext, prepared: PreparedSubmission): Promise<Accepted> {
    return this.transactions.runStatement(context, (current) => this.write(current, prepared));
  }

  private async write(context: ActingContext, given: PreparedSubmission): Promise<Accepted> {
    const prepared = given.isOutdated ? await this.preparation.prepareAgain(context, given) : given;
    try {
      return (await this.submit(context, prepared)) ?? (await this.submitInSteps(context, prepared));
    } catch (error) {
      if (error instanceof ValueNotUnique) throw new AnswerTaken(fieldsOf(error, prepared));
      if (isRetryable(error)) {
        given.isOutdated = true;
        this.changes.publish([formTopic(given.form.id), boardTopic(given.board.id)]);
      }
      throw error;
    }
  }

  /** With one statement; null if there must be several. */
  private async submit(context: ActingContext, prepared: PreparedSubmission): Promise<Accepted | null> {
    const item = itemOf(prepared);
    if (item === null || prepared.hasFiles) return null;
    const { board } = prepared;
    const submissionId = newId('submission');
    const itemId = await this.items.insertWith(context, board, item, (id, parameters) => {
      const submission = submissionOf(context, prepared, { submissionId, itemId: id });
      return this.submissions.submit(context, parameters, submission, eventOf(prepared, submission));
    });
    return itemId === null ? null : acceptedOf(prepared, submissionId);
  }

  private submitInSteps(context: ActingContext, prepared: PreparedSubmission): Promise<Accepted> {
    return this.transactions.run(context, async (tx) => {
      const { form, board, answers } = prepared;
      await this.submissions.lockForm(tx, form.id, form.version);
      const files = await this.files.claim(tx, form.schema, answers);
      const item = itemOf(prepared);
      const itemId = item === null ? null : (await this.items.insertWithin(tx, board, item)).id;
      const submissionId = newId('submission');
      const submission = submissionOf(tx, prepared, { submissionId, itemId });
      await this.submissions.insert(tx, submission);
      await this.files.attach(tx, { submissionId, boardId: board.id }, files);
      await this.outbox.append(tx, eventOf(prepared, submission));
      return acceptedOf(prepared, submissionId);
    });
  }
}

/** The fields whose answers a unique column does not accept. */
function fieldsOf({ issues = [] }: ValueNotUnique, { form }: PreparedSubmission): string[] {
  const columns = new Set(issues.map(({ path }) => path.slice(path.lastIndexOf('.') + 1)));
  return form.mappings.flatMap(({ columnId, formField }) =>
    columnId !== null && columns.has(columnId) ? [formField] : [],
  );
}

/** In the group of the settings, or the first one if that was deleted; null if the board has none. */
function itemOf({ form, board, content: { name, description, values } }: PreparedSubmission) {
  const { groupId } = form.settings;
  const group = (groupId !== null && board.groupsById.get(groupId)) || board.groups[0];
  return group ? { groupId: group.id, parentId: null, position: null, name, description, values } : null;
}

function submissionOf(
  { person }: ActingContext,
  { form, answers, content }: PreparedSubmission,
  { submissionId, itemId }: { submissionId: SubmissionId; itemId: ItemId | null },
): NewSubmission {
  return {
    id: submissionId,
    formId: form.id,
    version: form.version,
    data: answers,
    omitted: content.omitted,
    itemId,
    submittedBy: person.userId,
    isOnly: !form.settings.allowMultiple && person.userId !== null,
    submittedAt: clock.now(),
  };
}

function eventOf({ form, board }: PreparedSubmission, submission: NewSubmission) {
  const { id, name, status, settings } = form;
  const { id: submissionId, itemId, submittedBy } = submission;
  const { notifyOnSubmit } = settings;
  const change = { form: { id, name, status }, submissionId, itemId, submittedBy, notifyOnSubmit };
  return formsEvents.submitted.create(change, { boardId: board.id });
}

function acceptedOf({ form: { settings } }: PreparedSubmission, submissionId: SubmissionId): Accepted {
  const { successMessage, redirectUrl } = settings;
  return { submissionId, message: successMessage, redirectUrl };
}
