import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { FileId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { FileColumn, GuessContext } from '../../../column-types/cells/guess-type';
import { FileStorage } from '../../../platform/storage/file-storage';
import { FilesService } from '../../files';
import type { BoardFacts } from '../../hierarchy';
import { InvalidRows } from '../imports.errors';
import { type ImportProblem, PROBLEMS_SHOWN } from '../imports.schemas';
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
import { keyIndexOf, makePlan, nameIndexOf, type PlanOptions } from './make-plan';
import { memberFinder } from './member-names';
import type { ScannedFile } from './scanned-file';
import { RowReferences } from './rows/row-references';
import type { RowsToImport } from './rows/rows-to-import';
import { type StreamedFile, StreamRows } from './rows/stream-rows';
import { TableRows } from './rows/table-rows';

/** Bad rows: the first of them, and the total number of reasons. */
export interface FoundProblems {
  problems: ImportProblem[];
  problemCount: number;
}

/** Determines the result and the problems of an import to a board; writes and locks nothing. */
@Injectable()
export class ImportPreparationService {
  constructor(
    private readonly lookups: ImportLookupsService,
    private readonly files: FilesService,
    private readonly large: LargeFilesService,
    private readonly storage: FileStorage,
  ) {}

  /** Null for a file that fits into memory. */
  scan(
    context: CallContext,
    source: ImportSource,
    options: CsvOptions,
    mapping: PlanOptions['mapping'],
  ): Promise<ScannedFile | null> {
    return this.large.scan(context, source, options, mapping);
  }

  /** The rows of the file of a job. */
  async rowsOf(context: CallContext, { storageKey, reading, streamed }: ImportWork): Promise<RowsToImport> {
    const open = () => this.storage.get(storageKey);
    if (streamed !== undefined) return this.streamRows(context, streamed, { open, claims: true });
    const table = await readTable(await buffer(await open()), reading);
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

  async plan(
    context: CallContext,
    table: FileTable,
    board: BoardFacts | null,
    options: PlanOptions,
  ): Promise<ImportPlan> {
    const columns = await fileColumns(table);
    const textsOf = (at: number | null) => (at === null ? [] : table.rows.map((row) => row[at]!));
    const references = new RowReferences(textsOf(keyIndexOf(columns)), textsOf(nameIndexOf(columns)));
    return this.planOf(context, columns, board, options, references);
  }

  /** For a file whose rows are not in memory: without references between them. */
  async planOf(
    context: CallContext,
    columns: readonly FileColumn[],
    board: BoardFacts | null,
    options: PlanOptions,
    references = new RowReferences([], []),
  ): Promise<ImportPlan> {
    const memberOf = memberFinder(await this.lookups.members(context, possiblePeople(columns)));
    const files = await this.files.find(context, namedFiles(columns));
    const guessing: GuessContext = {
      isFile: (id) => files.has(id as FileId),
      isMember: (text) => memberOf(text) !== undefined,
      resolved: (text) => {
        const found = references.resolve(text);
        return { references: found.references, found: found.rows.length };
      },
    };
    return makePlan(columns, board, options, guessing);
  }

  /** Reads every row as it would be read for the board. */
  async check(
    context: CallContext,
    rows: RowsToImport,
    plan: ImportPlan,
    board: BoardFacts | null,
  ): Promise<FoundProblems> {
    const found: FoundProblems = { problems: [], problemCount: 0 };
    const reject = (problem: ImportProblem) => {
      found.problemCount += 1;
      if (found.problems.length < PROBLEMS_SHOWN) found.problems.push(problem);
    };
    const items = await rows.prepare(context, plan, board);
    const read = items(boardToBe(plan, board), reject)[Symbol.asyncIterator]();
    while (!(await read.next()).done) {
      // Only the problems are of interest.
    }
    found.problems.sort((a, b) => a.line! - b.line!);
    return found;
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
