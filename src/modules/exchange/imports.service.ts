import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { type ImportId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ImportHandover } from './importing/import-handover';
import type { ImportPlan } from './importing/import-plan';
import { ImportPlace, type PlaceFound } from './importing/import-place';
import { ImportPreparation } from './importing/import-preparation';
import type { ImportSource } from './importing/import-source';
import { groupNames, ImportWriter } from './importing/import-writer';
import { InlineSource } from './importing/inline-source';
import { presentColumns } from './importing/present-columns';
import { ReadingTurns } from './importing/reading-turns';
import { ImportNotFound, RowsRefused } from './imports.errors';
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

/** More rows than a caller should wait for are written by a job. */
export const ROWS_AT_ONCE = 2_000;

interface ReadFile {
  source: ImportSource;
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
    private readonly handover: ImportHandover,
    private readonly turns: ReadingTurns,
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
    place: PlaceFound,
    source: ImportSource,
  ): Promise<BoardsImportOutput> {
    const file = await this.read(context, input, place, source);
    const { table, plan } = file;
    await this.place.judge(context, place, plan, groupNames(table, plan));
    const found = await this.preparation.check(context, table, plan, place.board);
    if (found.problemCount > 0 && !input.dryRun) throw new RowsRefused(found.problems, found.problemCount);
    return {
      import: input.dryRun ? null : await this.write(context, input, file),
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
    input: BoardsImportUploadInput,
    { board }: PlaceFound,
    source: ImportSource,
  ): Promise<ReadFile> {
    const { hasHeader, delimiter, textEncoding } = input;
    if (source.isText && textEncoding !== undefined) {
      throw InvalidInput.at('textEncoding', 'Is for content in base64; text in JSON is decoded already');
    }
    const reading = { hasHeader, delimiter, encoding: source.isText ? 'utf-8' : textEncoding } as const;
    const table = await readTable(await source.bytes(), reading);
    const plan = await this.preparation.plan(context, table, board, input);
    return { source, reading, table, plan };
  }

  private write(context: CallContext, input: BoardsImportUploadInput, file: ReadFile): Promise<ImportOutput> {
    const { source, reading, table, plan } = file;
    const total = table.rows.length;
    if (total <= ROWS_AT_ONCE) return this.writeNow(context, input, file);
    const { id, projectId, name, groupId } = input;
    const asked = { id, projectId, name, groupId };
    return this.handover.begin(context, source, { reading, plan, place: asked, total });
  }

  private writeNow(
    context: CallContext,
    asked: BoardsImportUploadInput,
    { table, plan }: ReadFile,
  ): Promise<ImportOutput> {
    return this.transactions.run(context, async (tx) => {
      const boardId = await this.writer.write(tx, table, plan, { asked, isHeld: true });
      return this.imports.insert(tx, { id: newId('import'), boardId, total: table.rows.length, work: null });
    });
  }
}
