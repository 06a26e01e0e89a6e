import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { type ImportId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { BoardFacts } from '../hierarchy';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ImportStagingService } from './importing/import-staging.service';
import { type ImportPlan, indexOfItems } from './importing/import-plan';
import {
  ImportTargetService,
  type ImportTarget,
  type RequestedTarget,
} from './importing/import-target.service';
import { ImportPreparationService } from './importing/import-preparation.service';
import type { ImportSource } from './importing/import-source';
import { ImportLookupsService } from './importing/import-lookups.service';
import { ImportWriterService } from './importing/import-writer.service';
import { InlineSource } from './importing/inline-source';
import type { RowsToImport } from './importing/rows-to-import';
import { TableRows } from './importing/table-rows';
import { presentColumns } from './importing/present-columns';
import { ImportSlotsService } from './importing/import-slots.service';
import { ImportNotFound, InvalidRows } from './imports.errors';
import { ImportsRepository } from './imports.repository';
import type {
  BoardsImportInput,
  BoardsImportOutput,
  BoardsImportUploadInput,
  ImportOutput,
} from './imports.schemas';
import type { CsvOptions } from './reading/csv-table';
import type { FileTable } from './reading/file-table';
import { readTable } from './reading/read-table';

/** A job writes the rows if there are more than this. */
export const ROW_BATCH_SIZE = 2_000;

interface ReadFile {
  source: ImportSource;
  reading: CsvOptions;
  table: FileTable;
  rows: RowsToImport;
  plan: ImportPlan;
}

/** Imports a file: all of its rows, or none if one is bad (decision 0048). */
@Injectable()
export class ImportsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly place: ImportTargetService,
    private readonly preparation: ImportPreparationService,
    private readonly writer: ImportWriterService,
    private readonly lookups: ImportLookupsService,
    private readonly imports: ImportsRepository,
    private readonly handover: ImportStagingService,
    private readonly turns: ImportSlotsService,
  ) {}

  import(context: CallContext, { file, ...asked }: BoardsImportInput): Promise<BoardsImportOutput> {
    return this.importFile(context, asked, new InlineSource(file));
  }

  async importFile(
    context: CallContext,
    asked: BoardsImportUploadInput,
    source: ImportSource,
  ): Promise<BoardsImportOutput> {
    const place = await this.place.find(context, asked);
    return this.turns.take(source.sizeBytes, () => this.importInto(context, asked, place, source));
  }

  private async importInto(
    context: CallContext,
    input: BoardsImportUploadInput,
    place: ImportTarget,
    source: ImportSource,
  ): Promise<BoardsImportOutput> {
    const file = await this.read(context, input, place, source);
    const { table, rows, plan } = file;
    await this.place.checkPlan(context, place, plan, rows.groupNames(plan));
    const found = await this.preparation.check(context, rows, plan, place.board);
    if (found.problemCount > 0 && !input.dryRun) throw new InvalidRows(found.problems, found.problemCount);
    return {
      import: input.dryRun ? null : await this.write(context, input, place.board, file),
      encoding: table.encoding,
      delimiter: table.delimiter,
      rowCount: table.rows.length + table.ragged.length,
      columns: presentColumns(plan, place.board, rows),
      ...found,
    };
  }

  /** Only for the user who started it. */
  async get(context: CallContext, id: ImportId): Promise<ImportOutput> {
    const record = await this.imports.findOwn(context, id, context.principal.userId);
    if (record === null) throw new ImportNotFound();
    return record;
  }

  private async read(
    context: CallContext,
    input: BoardsImportUploadInput,
    { board }: ImportTarget,
    source: ImportSource,
  ): Promise<ReadFile> {
    const { hasHeader, delimiter, textEncoding } = input;
    if (source.isText && textEncoding !== undefined) {
      throw InvalidInput.at(
        'textEncoding',
        'Applies to base64 content only; text in JSON is already decoded',
      );
    }
    const reading = { hasHeader, delimiter, encoding: source.isText ? 'utf-8' : textEncoding } as const;
    const table = await readTable(await source.bytes(), reading);
    const plan = await this.preparation.plan(context, table, board, input);
    return { source, reading, table, rows: new TableRows(table, this.lookups), plan };
  }

  private write(
    context: CallContext,
    input: BoardsImportUploadInput,
    board: BoardFacts | null,
    file: ReadFile,
  ): Promise<ImportOutput> {
    const { source, reading, table, rows, plan } = file;
    if (rows.count <= ROW_BATCH_SIZE) return this.writeNow(context, input, file);
    const { csv, columns } = table;
    // A job keeps the rows of a file in memory only if it must.
    const isStreamed = csv !== null && indexOfItems(plan, board) === -1;
    const streamed = { reading: csv!, columns, rowCount: rows.count, groupNames: rows.groupNames(plan) };
    const work = { reading, plan, place: placeOf(input), ...(isStreamed ? { streamed } : {}) };
    return this.handover.begin(context, source, { ...work, total: rows.count });
  }

  private async writeNow(
    context: CallContext,
    asked: BoardsImportUploadInput,
    { table, rows, plan }: ReadFile,
  ): Promise<ImportOutput> {
    await this.lookups.claimFiles(context, table);
    const written = this.transactions.run(context, async (tx) => {
      // Reading the file and waiting for a slot take time, so the access is checked again.
      await this.place.find(tx, asked);
      const boardId = await this.writer.write(tx, rows, plan, { asked, isHeld: true });
      return this.imports.create(tx, { id: newId('import'), boardId, total: table.rows.length, work: null });
    });
    return written.catch(async (error: unknown) => {
      if (!(error instanceof InvalidRows)) throw error;
      const { board } = await this.place.find(context, asked);
      throw await this.preparation.rejectionOf(error, context, rows, { plan, board });
    });
  }
}

function placeOf({ id, projectId, name, groupId }: BoardsImportUploadInput): RequestedTarget {
  return { id, projectId, name, groupId };
}
