import { Injectable } from '@nestjs/common';
import type { ActingContext } from '../../../access/principal';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import type { Answers } from '../answers/answers';
import { parseAnswers } from '../answers/parse-answers';
import { FormIsClosed, FormNotFound } from '../forms.errors';
import { type ItemContent, ItemContentsService } from '../mapping/item-contents.service';
import type { OpenForm } from './open-form';
import { OpenFormsReadModel } from './open-forms.read-model';
import { SubmissionFilesService } from './submission-files.service';

/** A submission that fits a state of its form and board. */
export interface PreparedSubmission {
  input: unknown;
  form: OpenForm;
  board: BoardFacts;
  answers: Answers;
  content: ItemContent;
  hasFiles: boolean;
  /** Whether an earlier attempt found that the form or the board has changed since. */
  isOutdated: boolean;
}

/** Validates submissions against the current form and board. */
@Injectable()
export class SubmissionPreparationService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly forms: OpenFormsReadModel,
    private readonly files: SubmissionFilesService,
    private readonly contents: ItemContentsService,
  ) {}

  async prepare(context: ActingContext, form: OpenForm, input: unknown): Promise<PreparedSubmission> {
    if (form.status === 'closed') throw new FormIsClosed();
    const answers = parseAnswers(form.schema, input);
    const board = await this.hierarchy.boardFacts(context, form.boardId);
    if (board === null) throw new FormNotFound();
    const files = await this.files.claim(context, form.schema, answers);
    const content = await this.contents.make(context, board, form, answers);
    return { input, form, board, answers, content, hasFiles: files.length > 0, isOutdated: false };
  }

  /** For another attempt: reads the form and the board in the transaction of the context, if it has one. */
  async prepareAgain(
    context: ActingContext,
    { form: { id }, input }: PreparedSubmission,
  ): Promise<PreparedSubmission> {
    const form = await this.forms.get(context, id);
    if (form === null) throw new FormNotFound();
    return this.prepare(context, form, input);
  }
}
