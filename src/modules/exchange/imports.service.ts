import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { type ImportId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ImportStagingService } from './importing/import-staging.service';
import { type ImportPlan, indexOf, needsAllRows } from './importing/import-plan';
import { ImportTargetService, type ImportTarget } from './importing/import-target.service';
import { assertStreamable } from './importing/assert-streamable';
import {
  type FoundProblems,
  ImportPreparationService,
  NOTHING_FOUND,
} from './importing/import-preparation.service';
import type { ImportSource } from './importing/import-source';
import { ImportWriterService } from './importing/import-writer.service';
import { InlineSource } from './importing/inline-source';
import type { RowsToImport } from './importing/rows/rows-to-import';
import type { StreamedFile } from './importing/rows/stream-rows';
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
import { presetOf } from './presets/presets';
import type { CsvOptions } from './reading/csv-table';
import type { FileTable, RaggedRow } from './reading/file-table';
import { readTable } from './reading/read-table';

/** A job writes the rows if there are more than this. */
export const ROW_BATCH_SIZE = 2_000;

interface ReadFile {
  source: ImportSource;
  reading: CsvOptions;
  /** Null for a file that is read row by row. */
  table: FileTable | null;
  /** How a job can read the file row by row; absent if it cannot. */
  streamed?: StreamedFile;
  rows: RowsToImport;
  ragged: readonly RaggedRow[];
  /** Rows that are no items. */
  ignored: number;
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
    const { rows, plan, ragged, ignored } = file;
    await this.place.checkPlan(context, place, plan, rows.groupNames(plan));
    const found = await this.check(context, input, place, file);
    if (found.problemCount > 0 && !input.dryRun) throw new InvalidRows(found.problems, found.problemCount);
    const { encoding, delimiter } = file.table ?? file.streamed!.reading;
    return {
      import: input.dryRun ? null : await this.write(context, input, file),
      encoding,
      delimiter,
      rowCount: rows.count + ragged.length,
      ignoredRows: ignored,
      dates: plan.dates ?? null,
      columns: presentColumns(plan, place.board, rows),
      ...found,
      preview: input.dryRun ? found.preview : null,
    };
  }

  /** Only for the user who started it, and within the limits of a token. */
  async get(context: CallContext, id: ImportId): Promise<ImportOutput> {
    const found = await this.imports.findOwn(context, id, context.principal.userId);
    if (found === null) throw new ImportNotFound();
    const { record, projectId } = found;
    if (!(await this.place.isWithinLimits(context, record.boardId, projectId))) throw new ImportNotFound();
    return record;
  }

  private async read(
    context: CallContext,
    input: BoardsImportUploadInput,
    { board }: ImportTarget,
    source: ImportSource,
  ): Promise<ReadFile> {
    const { hasHeader, headerRow, delimiter, textEncoding } = input;
    const preset = presetOf(input.source);
    if (!hasHeader && (headerRow !== undefined || preset !== null))
      throw InvalidInput.at('hasHeader', 'Must be true with headerRow and for files of a product');
    if (source.isText && textEncoding !== undefined) {
      throw InvalidInput.at(
        'textEncoding',
        'Applies to base64 content only; text in JSON is already decoded',
      );
    }
    const options: CsvOptions = {
      hasHeader,
      headerRow,
      delimiter,
      encoding: source.isText ? 'utf-8' : textEncoding,
      ...(preset === null ? {} : { layout: preset.layout, knownHeaders: preset.known }),
    };
    // Rows of products refer to each other, and are read together.
    const scanned = await this.preparation.scan(context, source, options, input);
    if (scanned !== null) {
      const { columns, ragged, streamed } = scanned;
      const plan = await this.preparation.planOf(context, columns, board, input);
      assertStreamable(scanned, plan, board);
      const rows = this.preparation.streamRows(context, streamed, { open: source.open!, claims: false });
      return { source, reading: options, table: null, streamed, rows, ragged, ignored: 0, plan };
    }
    const read = await readTable(await source.bytes(), options);
    const { table, plan } = await this.preparation.plan(context, read, board, input);
    const rows = this.preparation.tableRows(table);
    const { csv: reading, columns, ragged, ignored } = table;
    const index = indexOf(plan, 'group');
    // A job keeps the rows of a file in memory only if it must.
    const streamed =
      reading === null || preset !== null || needsAllRows(plan, board)
        ? {}
        : {
            streamed: {
              reading,
              columns,
              rowCount: rows.count,
              groupNames: index === -1 ? {} : { [index]: rows.groupNames(plan) },
            },
          };
    return { source, reading: options, table, ...streamed, rows, ragged, ignored, plan };
  }

  /** The rows of a file that is read row by row are checked by its job, unless there will be none. */
  private async check(
    context: CallContext,
    { dryRun }: BoardsImportUploadInput,
    { board }: ImportTarget,
    { table, rows, ragged, plan }: ReadFile,
  ): Promise<FoundProblems> {
    if (table === null && !dryRun && ragged.length === 0) return NOTHING_FOUND;
    return this.preparation.check(context, rows, plan, board);
  }

  private write(context: CallContext, input: BoardsImportUploadInput, file: ReadFile): Promise<ImportOutput> {
    const { source, reading, table, streamed, rows, plan } = file;
    if (table !== null && rows.count <= ROW_BATCH_SIZE) return this.writeNow(context, input, table, file);
    const { id, projectId, name, groupId } = input;
    const work = { reading, plan, place: { id, projectId, name, groupId } };
    return this.handover.begin(context, source, {
      ...work,
      ...(streamed ? { streamed } : {}),
      total: rows.count,
    });
  }

  private async writeNow(
    context: CallContext,
    asked: BoardsImportUploadInput,
    table: FileTable,
    { rows, plan }: ReadFile,
  ): Promise<ImportOutput> {
    await this.preparation.claimFiles(context, table);
    const written = this.transactions.run(context, async (tx) => {
      // Reading the file and waiting for a slot take time, so the access is checked again.
      await this.place.find(tx, asked);
      const { boardId, result } = await this.writer.write(tx, rows, plan, { asked, isHeld: true });
      const total = table.rows.length;
      const id = newId('import');
      return this.imports.create(tx, { id, boardId, projectId: null, total, work: null, result });
    });
    return written.catch(async (error: unknown) => {
      if (!(error instanceof InvalidRows)) throw error;
      const { board } = await this.place.find(context, asked);
      throw await this.preparation.rejectionOf(error, context, rows, { plan, board });
    });
  }
}
