import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { newId, type SubmissionId } from '../../../kernel/ids';
import type { ActingContext } from '../../../access/principal';
import { ChangeFeed } from '../../../platform/cache/change-feed';
import { isRetryable } from '../../../platform/database/database-errors';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { type BoardFacts, boardTopic } from '../../hierarchy';
import { ItemInsertionService } from '../../items';
import { formTopic } from '../form-topic';
import { formsEvents } from '../forms.events';
import type { ItemContent } from '../mapping/item-contents.service';
import { SubmissionsRepository } from '../submissions/submissions.repository';
import type { OpenForm } from './open-form';
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
  ) {}

  /**
   * The submission, its item and both events. When the form or the board has changed since they were read, the transaction is
   * retried, and validates the submission again.
   */
  async write(tx: InTransaction<ActingContext>, given: PreparedSubmission): Promise<Accepted> {
    const prepared = given.isOutdated ? await this.preparation.prepareAgain(tx, given) : given;
    try {
      return await this.insert(tx, prepared);
    } catch (error) {
      if (isRetryable(error)) {
        given.isOutdated = true;
        this.changes.publish([formTopic(given.form.id), boardTopic(given.board.id)]);
      }
      throw error;
    }
  }

  private async insert(
    tx: InTransaction<ActingContext>,
    { form, board, answers, content }: PreparedSubmission,
  ): Promise<Accepted> {
    const files = await this.files.claim(tx, form.schema, answers);
    const itemId = await this.insertItem(tx, form, board, content);
    const { allowMultiple, successMessage, redirectUrl, notifyOnSubmit } = form.settings;
    const submittedBy = tx.person.userId;
    const submissionId = newId('submission');
    await this.submissions.insert(tx, {
      id: submissionId,
      formId: form.id,
      version: form.version,
      data: answers,
      omitted: content.omitted,
      itemId,
      submittedBy,
      isOnly: !allowMultiple && submittedBy !== null,
      submittedAt: clock.now(),
    });
    await this.files.attach(tx, { submissionId, boardId: board.id }, files);
    const { id, name, status } = form;
    const change = { form: { id, name, status }, submissionId, itemId, submittedBy, notifyOnSubmit };
    await this.outbox.append(tx, formsEvents.submitted.create(change, { boardId: board.id }));
    return { submissionId, message: successMessage, redirectUrl };
  }

  /** In the group of the settings, or the first one if that was deleted; null if the board has none. */
  private async insertItem(
    tx: InTransaction<ActingContext>,
    { settings: { groupId } }: OpenForm,
    board: BoardFacts,
    { name, description, values }: ItemContent,
  ) {
    const group = (groupId !== null && board.groupsById.get(groupId)) || board.groups[0];
    if (!group) return null;
    const place = { groupId: group.id, parentId: null, position: null };
    const item = await this.items.insertWithin(tx, board, { ...place, name, description, values });
    return item.id;
  }
}
