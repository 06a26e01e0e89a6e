import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId, FileId, SubmissionId } from '../../../kernel/ids';
import type { ActingContext } from '../../../access/principal';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { FileAttachmentsService, type FileRecord, FilesService } from '../../files';
import type { Answers } from '../answers/answers';
import type { FormSchema } from '../schema/form-schema';

/** The files that a submission names. */
@Injectable()
export class SubmissionFilesService {
  constructor(
    private readonly files: FilesService,
    private readonly attachments: FileAttachmentsService,
  ) {}

  /**
   * Rejects files that were not uploaded with the form, or that another submission has. In a transaction no other submission can
   * claim them until it ends; nothing must refer to them yet.
   */
  async claim(context: ActingContext, { components }: FormSchema, answers: Answers): Promise<FileRecord[]> {
    const named = components.flatMap(({ type, key }) => {
      const ids = type === 'file' ? ((answers[key] ?? []) as readonly FileId[]) : [];
      return ids.map((id) => ({ id, key }));
    });
    if (named.length === 0) return [];
    const claimed = await this.files.claim(context, [...new Set(named.map(({ id }) => id))]);
    const used = new Set<FileId>();
    const missing = named.filter(({ id }) => !claimed.has(id) || used.size === used.add(id).size);
    if (missing.length > 0)
      throw new InvalidInput(
        [...new Set(missing.map(({ key }) => key))].map((path) => ({ path, message: 'No such file' })),
      );
    return named.map(({ id }) => claimed.get(id)!);
  }

  /** The files stay as long as the submission, whatever happens to its item. */
  async attach(
    tx: InTransaction<TenantContext>,
    holder: { submissionId: SubmissionId; boardId: BoardId },
    files: readonly FileRecord[],
  ): Promise<void> {
    await this.attachments.attach(tx, holder, files);
  }
}
