import { Injectable } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { RateLimits } from '../../../access/rate-limits';
import type { ActingContext } from '../../../access/principal';
import type { FormFile, UploadedForm } from '../../../http/bodies/uploaded-form';
import { IdempotentCalls } from '../../../rpc/idempotent-calls';
import { type FileRecord, FileUploadsService, FileUrlsService, type ReceivedFile } from '../../files';
import { FormIsClosed, NoFileField } from '../forms.errors';
import { formContext } from './form-context';
import type { FormCaller } from './form-callers.service';
import { keyOwner } from './key-owner';
import type { OpenForm } from './open-form';
import { PublicFormsService } from './public-forms.service';

/** Files of respondents, for the file fields of a form. Only one submission of the form can name each. */
@Injectable()
export class FormFilesService {
  constructor(
    private readonly forms: PublicFormsService,
    private readonly uploads: FileUploadsService,
    private readonly urls: FileUrlsService,
    private readonly limits: RateLimits,
    private readonly idempotent: IdempotentCalls,
  ) {}

  async receive(
    call: GuardedCall,
    caller: FormCaller,
    id: string,
    form: UploadedForm,
  ): Promise<{ files: FileRecord[] }> {
    const open = await this.forms.find(caller, id);
    const context = await this.admit(call, caller, open);
    const received = await this.uploads.receive(context, { formId: open.id }, form);
    const records = received.map(({ sha256: _sha256, ...file }) => file);
    const files = await this.urls.absolute(context, records);
    const key = call.request.header('idempotency-key');
    if (key === undefined) return { files };
    let isAnswered = false;
    const keyed = {
      key,
      index: 0,
      procedure: `forms.files ${open.id}`,
      owner: keyOwner(caller),
      hasSecretAnswer: false,
      rawInput: { files: received.map(({ name, sha256 }) => ({ name, sha256 })) },
      onReplay: () => call.request.answerHeaders.set('idempotent-replayed', 'true'),
    };
    try {
      const answer = await this.idempotent.run(context, keyed, async () => {
        isAnswered = true;
        return { files };
      });
      return JSON.parse(answer.text) as { files: FileRecord[] };
    } finally {
      // The response to an earlier call with the same key names its files, not these.
      if (!isAnswered) await this.uploads.discard(context, records);
    }
  }
  /** One file of the page, after `admit`. */
  receiveOne(context: ActingContext, form: OpenForm, file: FormFile): Promise<ReceivedFile> {
    return this.uploads.receiveOne(context, { formId: form.id }, file);
  }

  /** Counts an upload of files. Throws if the form accepts none from the caller. */
  async admit(call: GuardedCall, caller: FormCaller, open: OpenForm): Promise<ActingContext> {
    await this.limits.formUpload(call.request.rate, open.id, caller.userId === null ? caller.ip : null);
    if (open.settings.requireAuth && caller.rejection !== null) throw caller.rejection;
    if (open.status === 'closed') throw new FormIsClosed();
    if (!open.schema.components.some(({ type }) => type === 'file')) throw new NoFileField();
    const context = formContext(caller, open);
    await this.uploads.rejectPending(context, open.id);
    return context;
  }
}
