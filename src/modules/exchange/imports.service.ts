import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { type ImportId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { FileStorage } from '../../platform/storage/file-storage';
import { ImportJob } from './import.job';
import { fileBytes } from './importing/file-bytes';
import type { ImportPlan } from './importing/import-plan';
import { ImportPlace, type PlaceFound } from './importing/import-place';
import { ImportPreparation } from './importing/import-preparation';
import { groupNames, ImportWriter } from './importing/import-writer';
import { presentColumns } from './importing/present-columns';
import { ImportNotFound, RowsRefused } from './imports.errors';
import { ImportsRepository } from './imports.repository';
import type { BoardsImportInput, BoardsImportOutput, ImportOutput } from './imports.schemas';
import type { CsvOptions } from './reading/csv-table';
import type { FileTable } from './reading/file-table';
import { readTable } from './reading/read-table';

/** More rows than a caller should wait for are written by a job. */
export const ROWS_AT_ONCE = 2_000;

interface ReadFile {
  bytes: Buffer;
  reading: CsvOptions;
  table: FileTable;
  plan: ImportPlan;
}

/** Imports a file: all of its rows, or none where one is bad (decision 0048). */
@Injectable()
export class ImportsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly place: ImportPlace,
    private readonly preparation: ImportPreparation,
    private readonly writer: ImportWriter,
    private readonly imports: ImportsRepository,
    private readonly storage: FileStorage,
    private readonly jobs: Jobs,
  ) {}

  async import(context: CallContext, input: BoardsImportInput): Promise<BoardsImportOutput> {
    const place = await this.place.find(context, input);
    const file = await this.read(context, input, place);
    const { table, plan } = file;
    await this.place.judge(context, place, plan, groupNames(table, plan));
    const found = await this.preparation.check(context, table, plan, place.board);
    if (found.problemCount > 0 && !input.dryRun) throw new RowsRefused(found.problems, found.problemCount);
    return {
      import: input.dryRun ? null : await this.write(context, input, place, file),
      encoding: table.encoding,
      delimiter: table.delimiter,
      rowCount: table.rows.length + table.ragged.length,
      columns: presentColumns(table, plan, place.board),
      ...found,
    };
  }

  /** For whoever started it. */
  async get(context: CallContext, id: ImportId): Promise<ImportOutput> {
    const record = await this.imports.findOwn(context, id, context.principal.userId);
    if (record === null) throw new ImportNotFound();
    return record;
  }

  private async read(
    context: CallContext,
    input: BoardsImportInput,
    { board }: PlaceFound,
  ): Promise<ReadFile> {
    const { file, hasHeader, delimiter, textEncoding } = input;
    if (file.encoding === 'utf8' && textEncoding !== undefined) {
      throw InvalidInput.at('textEncoding', 'Is for content in base64; text in JSON is decoded already');
    }
    const bytes = fileBytes(file);
    const encoding = file.encoding === 'utf8' ? 'utf-8' : textEncoding;
    const reading = { hasHeader, delimiter, encoding };
    const table = await readTable(bytes, reading);
    const plan = await this.preparation.plan(context, table, board, input);
    return { bytes, reading, table, plan };
  }

  private write(
    context: CallContext,
    input: BoardsImportInput,
    place: PlaceFound,
    file: ReadFile,
  ): Promise<ImportOutput> {
    return file.table.rows.length <= ROWS_AT_ONCE
      ? this.writeNow(context, input, place, file)
      : this.writeLater(context, input, place, file);
  }

  private writeNow(
    context: CallContext,
    asked: BoardsImportInput,
    place: PlaceFound,
    { table, plan }: ReadFile,
  ): Promise<ImportOutput> {
    return this.transactions.run(context, async (tx) => {
      const boardId = await this.writer.write(tx, table, plan, { ...place, asked }, async () => {});
      return this.imports.insert(tx, { id: newId('import'), boardId, total: table.rows.length, work: null });
    });
  }

  private async writeLater(
    context: CallContext,
    { id, projectId, name, groupId }: BoardsImportInput,
    { board }: PlaceFound,
    { bytes, reading, table, plan }: ReadFile,
  ): Promise<ImportOutput> {
    const { key } = await this.storage.put(Readable.from([bytes]), { maxBytes: bytes.length });
    const { credential, scopes } = context.principal;
    const work = {
      storageKey: key,
      reading,
      plan,
      place: { id, projectId, name, groupId },
      caller: { credential, scopes: [...scopes] },
    };
    const begun = this.transactions.run(context, async (tx) => {
      const importId = newId('import');
      const total = table.rows.length;
      const record = await this.imports.insert(tx, { id: importId, boardId: board?.id ?? null, total, work });
      const { organizationId } = context;
      await this.jobs.enqueue(tx, ImportJob, { organizationId, importId });
      return record;
    });
    return begun.catch(async (error: unknown) => {
      await this.storage.delete(key);
      throw error;
    });
  }
}
