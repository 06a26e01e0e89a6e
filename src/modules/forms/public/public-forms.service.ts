import { Injectable } from '@nestjs/common';
import { type FormId, idPattern } from '../../../kernel/ids';
import type { GuardedCall } from '../../../access/guarded-call';
import { RateLimits } from '../../../access/rate-limits';
import { IdempotentCalls } from '../../../rpc/idempotent-calls';
import { FormNotFound } from '../forms.errors';
import { type FormCaller, FormCallersService } from './form-callers.service';
import { formContext } from './form-context';
import { keyOwner, pageKeyOwner } from './key-owner';
import type { OpenForm } from './open-form';
import { OpenFormsReadModel } from './open-forms.read-model';
import { SubmissionPreparationService } from './submission-preparation.service';
import { type Accepted, SubmissionWritesService } from './submission-writes.service';

const FORM_ID = idPattern('form');

/**
 * Forms for respondents, for the route and the page of a form alike: `caller` finds who calls, `find` returns the form to show
 * and `submit` writes the answers.
 */
@Injectable()
export class PublicFormsService {
  constructor(
    private readonly callers: FormCallersService,
    private readonly forms: OpenFormsReadModel,
    private readonly limits: RateLimits,
    private readonly preparation: SubmissionPreparationService,
    private readonly writes: SubmissionWritesService,
    private readonly idempotent: IdempotentCalls,
  ) {}

  caller(call: GuardedCall): Promise<FormCaller> {
    return this.callers.find(call);
  }

  /**
   * A published or closed form. Throws NOT_FOUND for a draft. If `settings.requireAuth` is set and `caller.userId` is null,
   * only a member can submit it.
   */
  async find({ organizationId }: FormCaller, id: string): Promise<OpenForm> {
    if (!FORM_ID.test(id)) throw new FormNotFound();
    const form = await this.forms.get({ organizationId, transaction: null }, id as FormId);
    if (form === null) throw new FormNotFound();
    return form;
  }

  /**
   * Writes a submission and its item. `input` is an object of answers by field key. Throws InvalidInput whose issues have
   * field keys as paths; FormIsClosed; AlreadySubmitted; the caller's rejection if the form requires a member. The page gives
   * a secret `pageKey`, with which a repeat is the same submission from any address.
   */
  async submit(
    call: GuardedCall,
    caller: FormCaller,
    id: string,
    input: unknown,
    pageKey?: string,
  ): Promise<Accepted> {
    const form = await this.find(caller, id);
    await this.limits.submission(call.request.rate, form.id, caller.userId === null ? caller.ip : null);
    if (form.settings.requireAuth && caller.rejection !== null) throw caller.rejection;
    const context = formContext(caller, form);
    const prepare = () => this.preparation.prepare(context, form, input);
    const key = pageKey ?? call.request.header('idempotency-key');
    if (key === undefined) {
      return this.writes.run(context, await prepare());
    }
    const keyed = {
      key,
      index: 0,
      procedure: `forms.submit ${form.id}`,
      owner: pageKey === undefined ? keyOwner(caller) : pageKeyOwner(caller),
      hasSecretAnswer: false,
      // The key of a page contains a digest of its answers, in which files that are sent again are the same.
      rawInput: pageKey ?? input,
      onReplay: () => call.request.answerHeaders.set('idempotent-replayed', 'true'),
    };
    const answer = await this.idempotent.runPrepared(context, keyed, prepare, (inside, prepared) =>
      this.writes.run(inside, prepared),
    );
    return JSON.parse(answer.text) as Accepted;
  }
}
