import { Injectable } from '@nestjs/common';
import type { ActingContext, CallContext } from '../../access/principal';
import type { FileId, FormId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { FileAccessService } from '../hierarchy';
import { type FileRecord, fileRecord } from './file.record';
import { FileNotFound } from './files.errors';
import { FilesRepository, type StoredFileRow } from './files.repository';

/**
 * Uploaded files, and who can see them: everyone who sees a record that refers to the file, or its uploader while no record
 * does. A file of a form that was not submitted yet is visible to no one.
 */
@Injectable()
export class FilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly access: FileAccessService,
  ) {}

  /** Throws FileNotFound for a file that is missing or hidden from the caller. */
  async get(context: CallContext, id: FileId): Promise<StoredFileRow> {
    const [file] = await this.visible(context, [id]);
    if (file === undefined) throw new FileNotFound();
    return file;
  }

  /**
   * The files that the caller sees, or that were uploaded with the form that is submitted, by id, so that a record can refer
   * to them. From then on they are not
   * removed as orphans until a day after no record refers to them.
   */
  async claim(context: ActingContext, ids: readonly FileId[]): Promise<Map<FileId, FileRecord>> {
    if (ids.length === 0) return new Map();
    const { formId } = context;
    if (formId !== undefined) return this.claimUploaded(context, formId, ids);
    return this.refer(context, await this.visible(context, ids));
  }

  /** The files that the caller sees. */
  async find(context: CallContext, ids: readonly FileId[]): Promise<Map<FileId, FileRecord>> {
    if (ids.length === 0) return new Map();
    return recordsOf(await this.visible(context, ids));
  }

  /** Those of the files that no other submission has used. */
  private async claimUploaded(
    context: TenantContext,
    formId: FormId,
    ids: readonly FileId[],
  ): Promise<Map<FileId, FileRecord>> {
    const uploaded = (await this.files.stored(context, ids)).filter((file) => file.formId === formId);
    // Outside a transaction only a check: files of a submission that is then rejected still count as not submitted. Inside,
    // locks the files first: of parallel submissions with one file, the second finds the reference of the first.
    const claimed = context.transaction === null ? recordsOf(uploaded) : await this.refer(context, uploaded);
    for (const id of await this.access.referenced(context, [...claimed.keys()])) claimed.delete(id);
    return claimed;
  }

  private async visible(context: ActingContext, ids: readonly FileId[]): Promise<StoredFileRow[]> {
    const files = await this.files.stored(context, ids);
    if (files.length === 0) return [];
    const visible = await this.access.visible(context, ids);
    const { userId } = context.principal;
    return files.filter((file) => visible.get(file.id) ?? file.uploadedBy === userId);
  }

  private async refer(
    context: TenantContext,
    files: readonly StoredFileRow[],
  ): Promise<Map<FileId, FileRecord>> {
    const kept = await this.files.refer(
      context,
      files.map(({ id }) => id),
    );
    return recordsOf(files.filter(({ id }) => kept.has(id)));
  }
}

function recordsOf(files: readonly StoredFileRow[]): Map<FileId, FileRecord> {
  return new Map(files.map((file) => [file.id, fileRecord(file)]));
}
