import { Injectable } from '@nestjs/common';
import { AppError, type InputIssue } from '../../../kernel/app-error';
import type { ActingContext } from '../../../access/principal';
import type { GuardedCall } from '../../../access/guarded-call';
import type { FieldValues, SubmittedForm } from '../../../http/bodies/submitted-form';
import { FilesConfig } from '../../../platform/config/files.config';
import { FILES_MAX } from '../answers/parse-answer';
import type { FormCaller } from '../public/form-callers.service';
import { FormFilesService } from '../public/form-files.service';
import type { OpenForm } from '../public/open-form';
import { SUBMISSION_MAX_BYTES } from '../public/public-forms.http.controller';
import { KeptFilesService, type ShownFile } from './kept-files.service';

/** What a page has sent: everything that the next page shows again. */
export interface ReceivedPage {
  typed: FieldValues;
  /** By the keys of their fields. */
  files: ReadonlyMap<string, readonly ShownFile[]>;
  /** Of files that were not stored. */
  issues: readonly InputIssue[];
}

/** Reads what a page has sent, and stores its files. */
@Injectable()
export class PageReceptionService {
  constructor(
    private readonly files: FormFilesService,
    private readonly kept: KeptFilesService,
    private readonly limits: FilesConfig,
  ) {}

  /** Stores files only if `isAdmitted`, which is called with the fields before the first file. */
  async read(
    call: GuardedCall,
    caller: FormCaller,
    form: OpenForm,
    submitted: SubmittedForm,
    isAdmitted: (before: FieldValues) => boolean,
  ): Promise<ReceivedPage> {
    const { maxBytes: maxFileBytes } = this.limits;
    const keys = new Set(form.schema.components.flatMap(({ type, key }) => (type === 'file' ? [key] : [])));
    const stored: { key: string; file: ShownFile }[] = [];
    const problems = new Map<string, string>();
    let admitted: ActingContext | null = null;
    const limits = { maxTextBytes: SUBMISSION_MAX_BYTES, maxFiles: FILES_MAX, maxFileBytes };
    const typed = await submitted.read(limits, async (key, file, before) => {
      if (!keys.has(key)) return;
      if (file === null) {
        problems.set(key, `At most ${FILES_MAX} files are received at a time; choose the others again`);
        return;
      }
      if (!isAdmitted(before)) {
        problems.set(key, 'Choose the file again');
        return;
      }
      try {
        admitted ??= await this.files.admit(call, caller, form);
        const received = await this.files.receiveOne(admitted, form, file);
        stored.push({ key, file: this.kept.seal(form, key, received) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        problems.set(key, messageOf(error, this.limits));
      }
    });
    const files = this.kept.open(form, typed);
    for (const { key, multiple } of form.schema.components) {
      const added = stored.filter((each) => each.key === key).map(({ file }) => file);
      const earlier = files.get(key) ?? [];
      // A new file replaces the one of a field with a single file.
      if (added.length > 0) files.set(key, multiple === true ? [...earlier, ...added] : added);
    }
    return { typed, files, issues: [...problems].map(([path, message]) => ({ path, message })) };
  }
}

function messageOf(error: AppError, { maxMebibytes }: FilesConfig): string {
  const isTooLarge = error.code === 'PAYLOAD_TOO_LARGE' && error.reason === undefined;
  return isTooLarge ? `Must be at most ${maxMebibytes} MiB` : (error.issues?.[0]?.message ?? error.message);
}
