import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { type ImportId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ImportStagingService } from './importing/import-staging.service';
import type { ImportPlan } from './importing/import-plan';
import { ImportTargetService, type ImportTarget } from './importing/import-target.service';
import { ImportPreparationService } from './importing/import-preparation.service';
import type { ImportSource } from './importing/import-source';
import { groupNames } from './importing/group-names';
import { ImportWriterService } from './importing/import-writer.service';
import { InlineSource } from './importing/inline-source';
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
    const { table, plan } = file;
    await this.place.checkPlan(context, place, plan, groupNames(table, plan));
    const found = await this.preparation.check(context, table, plan, place.board);
    if (found.problemCount > 0 && !input.dryRun) throw new InvalidRows(found.problems, found.problemCount);
    return {
      import: input.dryRun ? null : await this.write(context, input, file),
      encoding: table.encoding,
      delimiter: table.delimiter,
      rowCount: table.rows.length + table.ragged.length,
      columns: presentColumns(table, plan, place.board),
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
    return { source, reading, table, plan };
  }

  private write(context: CallContext, input: BoardsImportUploadInput, file: ReadFile): Promise<ImportOutput> {
    const { source, reading, table, plan } = file;
    const total = table.rows.length;
    if (total <= ROW_BATCH_SIZE) return this.writeNow(context, input, file);
    const { id, projectId, name, groupId } = input;
    const asked = { id, projectId, name, groupId };
    return this.handover.begin(context, source, { reading, plan, place: asked, total });
  }

  private async writeNow(
    context: CallContext,
    asked: BoardsImportUploadInput,
    { table, plan }: ReadFile,
  ): Promise<ImportOutput> {
    await this.writer.claimFiles(context, table);
    return this.transactions.run(context, async (tx) => {
      // Reading the file and waiting for a slot take time, so the access is checked again.
      await this.place.find(tx, asked);
      const boardId = await this.writer.write(tx, table, plan, { asked, isHeld: true });
      return this.imports.create(tx, { id: newId('import'), boardId, total: table.rows.length, work: null });
    });
  }
}
