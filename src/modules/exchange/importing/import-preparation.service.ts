import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type FileId, type ItemId, newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { type GuessContext } from '../../../column-types/cells/guess-type';
import { acceptConfig } from '../../columns';
import { FilesService } from '../../files';
import { type BoardFacts, HierarchyService, listMembers } from '../../hierarchy';
import { type ImportProblem, PROBLEMS_SHOWN } from '../imports.schemas';
import type { FileTable } from '../reading/file-table';
import { fileColumns, namedFiles, possiblePeople } from './file-columns';
import type { ImportPlan } from './import-plan';
import { LinkFinderService } from './link-finder.service';
import { keyIndexOf, makePlan, nameIndexOf, type PlanOptions } from './make-plan';
import { memberFinder } from './member-names';
import { RowReferences } from './row-references';
import { type ReadingBoard, type ReadingColumn, type ReadingContext, RowReader } from './row-reader';

const ROWS_A_TURN = 500;

/** Bad rows: the first of them, and the total number of reasons. */
export interface FoundProblems {
  problems: ImportProblem[];
  problemCount: number;
}

/** Determines the result and the problems of an import of a table to a board; writes and locks nothing. */
@Injectable()
export class ImportPreparationService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly links: LinkFinderService,
    private readonly files: FilesService,
  ) {}

  async plan(
    context: CallContext,
    table: FileTable,
    board: BoardFacts | null,
    options: PlanOptions,
  ): Promise<ImportPlan> {
    const columns = await fileColumns(table);
    const memberOf = await this.memberFinder(context, possiblePeople(columns));
    const textsOf = (at: number | null) => (at === null ? [] : table.rows.map((row) => row[at]!));
    const references = new RowReferences(textsOf(keyIndexOf(columns)), textsOf(nameIndexOf(columns)));
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
    table: FileTable,
    plan: ImportPlan,
    board: BoardFacts | null,
  ): Promise<FoundProblems> {
    const found: FoundProblems = { problems: [], problemCount: 0 };
    const reject = (problem: ImportProblem) => {
      found.problemCount += 1;
      if (found.problems.length < PROBLEMS_SHOWN) found.problems.push(problem);
    };
    const width = table.header.length;
    for (const { line, cells } of table.ragged) {
      reject({ line, column: null, reason: `Has ${cells} cells where the header has ${width}` });
    }
    const reading = await this.reading(context, table, plan, board);
    const reader = new RowReader(table, plan, boardToBe(plan, board), reading);
    for (let row = 0; row < table.rows.length; row += 1) {
      reader.read(row, reject);
      if (row % ROWS_A_TURN === 0) await nextTurn();
    }
    found.problems.sort((a, b) => a.line! - b.line!);
    return found;
  }

  /** What reading a table needs to know besides the board; the ids are for this reading. */
  async reading(
    context: CallContext,
    table: FileTable,
    plan: ImportPlan,
    board: BoardFacts | null,
  ): Promise<ReadingContext> {
    const columns = await fileColumns(table);
    const files = await this.files.find(context, namedFiles(columns));
    return {
      fileOf: (id) => files.get(id as FileId),
      memberOf: await this.memberFinder(context, possiblePeople(columns)),
      linkedItem: await this.links.of(context, columns, boardToBe(plan, board), board?.id ?? null),
      itemIds: table.rows.map((): ItemId => newId('item')),
      caller: { now: clock.now().toISOString(), userId: context.principal.userId },
    };
  }

  /** Keeps the files that the table names from being removed, for a day at least. */
  async claimFiles(context: CallContext, table: FileTable): Promise<void> {
    await this.files.claim(context, namedFiles(await fileColumns(table)));
  }

  private async memberFinder(context: CallContext, texts: readonly string[]) {
    // Guests cannot find out from an import who is a member (decision 0034).
    if (!listMembers.allows(context.principal)) return () => undefined;
    return memberFinder(await this.hierarchy.membersNamed(context, texts));
  }
}

/** The board with the plan's columns, which have no ids yet. */
function boardToBe(plan: ImportPlan, board: BoardFacts | null): ReadingBoard {
  const made = new Map<number, ReadingColumn>();
  for (const [index, target] of plan.targets.entries()) {
    if (target.to !== 'newColumn') continue;
    const { name, type, config } = target.column;
    const path = `mapping.${plan.headers[index]}.config`;
    made.set(index, {
      id: `new.${index}`,
      name,
      type,
      config: acceptConfig(type, config, null, path),
      required: false,
      defaultValue: null,
    });
  }
  return {
    columns: [...(board?.columns ?? []), ...made.values()],
    columnOf: (index) => {
      const target = plan.targets[index]!;
      return target.to === 'column' ? board?.columnsById.get(target.columnId) : made.get(index);
    },
  };
}
