import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { FileId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { FileColumn } from '../../../column-types/cells/guess-type';
import { FileStorage } from '../../../platform/storage/file-storage';
import { FilesService } from '../../files';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { InvalidRows } from '../imports.errors';
import {
  type ImportPreview,
  type ImportProblem,
  PROBLEMS_SHOWN,
  type UnresolvedOutput,
} from '../imports.schemas';
import type { DerivedColumn } from '../presets/preset';
import { presetOf } from '../presets/presets';
import type { OpenFile } from '../reading/csv-stream';
import type { CsvOptions } from '../reading/csv-table';
import type { FileTable } from '../reading/file-table';
import { readTable } from '../reading/read-table';
import { boardToBe } from './rows/board-to-be';
import { fileColumns, namedFiles, possiblePeople } from './file-columns';
import { ImportLookupsService } from './rows/import-lookups.service';
import type { ImportPlan } from './import-plan';
import type { ImportSource } from './import-source';
import type { ImportWork } from './import-work';
import { LargeFilesService } from './large-files.service';
import { orderOfFormat } from './planning/date-orders';
import { ImportPreviewBuilder } from './import-preview';
import { lostTexts } from './planning/lost-texts';
import { keyIndexOf, makePlan, nameIndexOf, type PlanContext, type PlanOptions } from './planning/make-plan';
import { memberFinder } from './member-names';
import type { ScannedFile } from './scanned-file';
import { RowReferences } from './rows/row-references';
import type { RowsToImport } from './rows/rows-to-import';
import { type StreamedFile, StreamRows } from './rows/stream-rows';
import { TableRows } from './rows/table-rows';
import { UnresolvedReferences } from './rows/unresolved-references';
import { derivedOf, withDerived, withoutOmitted } from './planning/shape-table';

/** Bad rows, and references that lead to nothing: the first of them, and their numbers. */
export interface FoundProblems {
  problems: ImportProblem[];
  problemCount: number;
  unresolved: UnresolvedOutput[];
  unresolvedCount: number;
  preview: ImportPreview;
}

/** Of rows that are checked later. */
export const NOTHING_FOUND: FoundProblems = {
  problems: [],
  problemCount: 0,
  unresolved: [],
  unresolvedCount: 0,
  preview: { items: 0, subItems: 0, existing: 0, newGroups: [], rows: [] },
};

/** A table with the columns that are made from its own, and its plan. */
export interface PlannedTable {
  table: FileTable;
  plan: ImportPlan;
}

/** Determines the result and the problems of an import to a board; writes and locks nothing. */
@Injectable()
export class ImportPreparationService {
  constructor(
    private readonly lookups: ImportLookupsService,
    private readonly files: FilesService,
    private readonly large: LargeFilesService,
    private readonly storage: FileStorage,
    private readonly hierarchy: HierarchyService,
  ) {}

  /** Null for a file that fits into memory. */
  scan(
    context: CallContext,
    source: ImportSource,
    options: CsvOptions,
    plan: PlanOptions,
  ): Promise<ScannedFile | null> {
    return this.large.scan(context, source, options, plan);
  }

  /** The rows of the file of a job. */
  async rowsOf(
    context: CallContext,
    { storageKey, reading, streamed, plan }: ImportWork,
  ): Promise<RowsToImport> {
    const open = () => this.storage.get(storageKey);
    if (streamed !== undefined) return this.streamRows(context, streamed, { open, claims: true });
    const { source = 'csv', derived = [] } = plan;
    const read = withoutOmitted(await readTable(await buffer(await open()), reading), presetOf(source));
    const table = await withDerived(read, derived);
    await this.claimFiles(context, table);
    return this.tableRows(table);
  }

  tableRows(table: FileTable): TableRows {
    return new TableRows(table, this.lookups);
  }

  /** `claims`: whether the files that cells name are kept, as by claimFiles. */
  streamRows(
    context: CallContext,
    streamed: StreamedFile,
    { open, claims }: { open: OpenFile; claims: boolean },
  ): StreamRows {
    return new StreamRows(streamed, open, () => this.lookups.ofBatches(context, { claims }));
  }

  /** Keeps the files that the table names from being removed, for a day at least. */
  claimFiles(context: CallContext, table: FileTable): Promise<void> {
    return this.lookups.claimFiles(context, table);
  }

  /** Makes the plan of a table. A product's table gets further columns, also for texts that would be lost. */
  async plan(
    context: CallContext,
    file: FileTable,
    board: BoardFacts | null,
    options: PlanOptions,
  ): Promise<PlannedTable> {
    const preset = presetOf(options.source);
    const read = withoutOmitted(file, preset);
    const derived = derivedOf(read, preset);
    const table = await withDerived(read, derived);
    const columns = await fileColumns(table);
    const textsOf = (at: number | null) => (at === null ? [] : table.rows.map((row) => row[at]!));
    const references = new RowReferences([textsOf(keyIndexOf(columns))], textsOf(nameIndexOf(columns)));
    const guessing = await this.guessingOf(context, columns, references);
    const plan = await makePlan(columns, board, options, guessing, derived);
    if (table.colors !== undefined) plan.groupColors = Object.fromEntries(table.colors.groups);
    if (preset === null) return { table, plan };
    const copies = lostTexts({ table, plan }, { columns, board, isMember: guessing.isMember });
    return copies.length === 0
      ? { table, plan }
      : this.planWith(read, { board, options, guessing, derived: [...derived, ...copies] });
  }

  private async planWith(
    read: FileTable,
    {
      board,
      options,
      guessing,
      derived,
    }: { board: BoardFacts | null; options: PlanOptions; guessing: PlanContext; derived: DerivedColumn[] },
  ): Promise<PlannedTable> {
    const table = await withDerived(read, derived);
    const plan = await makePlan(await fileColumns(table), board, options, guessing, derived);
    if (table.colors !== undefined) plan.groupColors = Object.fromEntries(table.colors.groups);
    return { table, plan };
  }

  /** For a file whose rows are not in memory: without references between them. */
  async planOf(
    context: CallContext,
    columns: readonly FileColumn[],
    board: BoardFacts | null,
    options: PlanOptions,
  ): Promise<ImportPlan> {
    const guessing = await this.guessingOf(context, columns, new RowReferences([], []));
    return makePlan(columns, board, options, guessing);
  }

  private async guessingOf(
    context: CallContext,
    columns: readonly FileColumn[],
    references: RowReferences,
  ): Promise<PlanContext> {
    const memberOf = memberFinder(await this.lookups.members(context, possiblePeople(columns)));
    const files = await this.files.find(context, namedFiles(columns));
    return {
      isFile: (id) => files.has(id as FileId),
      isMember: (text) => memberOf(text) !== undefined,
      resolved: (text) => {
        const found = references.resolve(text);
        return { references: found.references, found: found.rows.length };
      },
      organizationDateOrder: async () => orderOfFormat((await this.hierarchy.calendar(context)).dateFormat),
    };
  }

  /** Reads every row as it would be read for the board. */
  async check(
    context: CallContext,
    rows: RowsToImport,
    plan: ImportPlan,
    board: BoardFacts | null,
  ): Promise<FoundProblems> {
    const problems: ImportProblem[] = [];
    let problemCount = 0;
    const reject = (problem: ImportProblem) => {
      problemCount += 1;
      if (problems.length < PROBLEMS_SHOWN) problems.push(problem);
    };
    const references = new UnresolvedReferences();
    const preview = new ImportPreviewBuilder(plan);
    const { read } = await rows.prepare(context, plan, board);
    const target = boardToBe(plan, board);
    for await (const items of read(target, { reject, note: references.add })) preview.add(items);
    problems.sort((a, b) => a.line! - b.line!);
    return {
      problems,
      problemCount,
      unresolved: references.shown.toSorted((a, b) => a.row - b.row),
      unresolvedCount: references.count,
      preview: preview.preview(board, rows.groupNames(plan)),
    };
  }

  /** All problems of rows of which one was rejected while they were written. Outside of the transaction, which is rolled back. */
  async rejectionOf(
    error: InvalidRows,
    context: CallContext,
    rows: RowsToImport,
    { plan, board }: { plan: ImportPlan; board: BoardFacts | null },
  ): Promise<InvalidRows> {
    const { problems, problemCount } = await this.check(context, rows, plan, board);
    // The board can have changed back meanwhile.
    return problemCount > 0 ? new InvalidRows(problems, problemCount) : error;
  }
}
