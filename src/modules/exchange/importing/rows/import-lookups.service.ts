import { Injectable } from '@nestjs/common';
import { clock } from '../../../../kernel/clock';
import type { BoardId, ColumnId, FileId, ItemId } from '../../../../kernel/ids';
import type { CallContext } from '../../../../access/principal';
import { FilesService } from '../../../files';
import { type BoardFacts, HierarchyService, listMembers, type NamedMember } from '../../../hierarchy';
import { KeyedItemsReadModel } from '../../../items';
import type { FileTable } from '../../reading/file-table';
import { BatchLookups } from './batch-lookups';
import { boardToBe } from './board-to-be';
import { fileColumns, namedFiles, possiblePeople } from '../file-columns';
import type { ImportPlan } from '../import-plan';
import { LinkFinderService } from '../link-finder.service';
import { memberFinder } from '../member-names';
import type { ReadingContext } from './row-reader';

/** Finds the members, items and files that cells name. */
@Injectable()
export class ImportLookupsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly links: LinkFinderService,
    private readonly files: FilesService,
    private readonly keyedItems: KeyedItemsReadModel,
  ) {}

  /** Everything that the cells of a table name. */
  async ofTable(
    context: CallContext,
    table: FileTable,
    plan: ImportPlan,
    board: BoardFacts | null,
  ): Promise<Omit<ReadingContext, 'referencedItems'>> {
    const columns = await fileColumns(table);
    const files = await this.files.find(context, namedFiles(columns));
    return {
      fileOf: (id) => files.get(id as FileId),
      memberOf: memberFinder(await this.members(context, possiblePeople(columns))),
      linkedItem: await this.links.of(context, columns, boardToBe(plan, board), board?.id ?? null),
      caller: callerOf(context),
    };
  }

  /**
   * For rows that are read some at a time. `claims`: whether the files that cells name are to be kept from being removed, for a
   * day at least. Outside the transaction of the import: others that refer to the files would wait for its end, and statements on
   * its connection for the rows that it is writing.
   */
  ofBatches(context: CallContext, { claims }: { claims: boolean }): BatchLookups {
    const outside = { ...context, transaction: null };
    return new BatchLookups(
      {
        members: (texts) => this.members(outside, texts),
        files: (ids) => (claims ? this.files.claim(outside, ids) : this.files.find(outside, ids)),
      },
      callerOf(context),
    );
  }

  /** The items with one of these values in a column of the board, by the value. */
  keyed(
    context: CallContext,
    column: { boardId: BoardId; columnId: ColumnId },
    keys: readonly string[],
  ): Promise<Map<string, ItemId[]>> {
    return this.keyedItems.find(context, column, keys);
  }

  /** Keeps the files that the table names from being removed, for a day at least. */
  async claimFiles(context: CallContext, table: FileTable): Promise<void> {
    await this.files.claim(context, namedFiles(await fileColumns(table)));
  }

  /** The members whose e-mail address or name, in lower case, is one of the texts. */
  async members(context: CallContext, texts: readonly string[]): Promise<NamedMember[]> {
    // An import does not reveal the members of the organization to a guest (decision 0034).
    if (!listMembers.allows(context.principal)) return [];
    return this.hierarchy.membersNamed(context, texts);
  }
}

function callerOf({ principal }: CallContext): ReadingContext['caller'] {
  return { now: clock.now().toISOString(), userId: principal.userId };
}
