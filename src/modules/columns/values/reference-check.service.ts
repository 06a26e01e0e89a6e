import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../../kernel/app-error';
import type { BoardId, FileId, ItemId, UserId } from '../../../kernel/ids';
import type { ActingContext } from '../../../access/principal';
import { FilesService } from '../../files';
import { type BoardFacts, type ColumnFacts, HierarchyService } from '../../hierarchy';
import { type LoadedReferences, NOTHING_LOADED, type References } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { DependencyReadModel } from './dependency.read-model';
import { StoredReferencesReadModel } from './stored-references.read-model';

/** Ids in a value of a column, and their path in the input. */
export interface ReferencedValue extends References {
  column: ColumnFacts;
  path: string;
  itemScope: 'sameBoard' | 'otherBoards' | null;
  /** True for input of the caller; false for a default or a copy. */
  isGiven: boolean;
}

/** Names of members by id, which are read once for many writes. */
export type KnownNames = Map<UserId, string>;

/** Checks and loads the ids of all values of a call: one statement per noun, none without ids. */
@Injectable()
export class ReferenceCheckService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly dependencies: DependencyReadModel,
    private readonly stored: StoredReferencesReadModel,
    private readonly files: FilesService,
  ) {}

  /**
   * The facts of the referenced records. Rejects input ids that are hidden from the caller (404) and visible ones
   * in the wrong place (400). Ids that the cell of `itemId` already names are accepted in any state, so that a
   * caller can read a cell and write it back with one more id; such a record has no facts.
   */
  async load(
    context: ActingContext,
    board: BoardFacts,
    values: readonly ReferencedValue[],
    { itemId, names = new Map() }: { itemId?: string; names?: KnownNames } = {},
  ): Promise<LoadedReferences> {
    if (values.length === 0) return NOTHING_LOADED;
    await this.learnNames(context, idsOf(values, 'member') as UserId[], names);
    for (const { noun, ids, path, column, isGiven } of values) {
      if (!isGiven || noun !== 'member') continue;
      const unknown = ids.filter((id) => !names.has(id as UserId));
      const added = await this.withoutKept(context, unknown, column, itemId);
      if (added.length > 0) throw notFound(path, `${column.name}: No such member`);
    }
    const given = values.filter(({ isGiven }) => isGiven);
    await this.checkItems(context, board, given, itemId);
    const files = await this.files.claim(context, idsOf(given, 'file') as FileId[]);
    return {
      memberName: (userId) => names.get(userId as UserId),
      fileRecord: (fileId) => files.get(fileId as FileId),
    };
  }

  private async learnNames(context: ActingContext, ids: readonly UserId[], names: KnownNames): Promise<void> {
    const unknown = ids.filter((id) => !names.has(id));
    if (unknown.length === 0) return;
    for (const [id, name] of await this.hierarchy.memberNames(context, unknown)) names.set(id, name);
  }

  /** The items that a column of the board can name. Items that are hidden from the caller stay. */
  async inPlace(
    context: ActingContext,
    board: BoardFacts,
    value: Pick<ReferencedValue, 'column' | 'itemScope' | 'ids'>,
  ): Promise<string[]> {
    const boards = await this.hierarchy.visibleItemBoards(context, value.ids as ItemId[]);
    return value.ids.filter((id) => {
      const home = boards.get(id as ItemId);
      return home === undefined || wrongPlace(board, value, home) === null;
    });
  }

  private async checkItems(
    context: ActingContext,
    board: BoardFacts,
    values: readonly ReferencedValue[],
    itemId: string | undefined,
  ): Promise<void> {
    const ids = idsOf(values, 'item') as ItemId[];
    if (ids.length === 0) return;
    const boards = await this.hierarchy.visibleItemBoards(context, ids);
    for (const value of values.filter(({ noun }) => noun === 'item')) {
      const reasonOf = (id: string): string | null => {
        const home = boards.get(id as ItemId);
        return home === undefined ? 'No such item' : wrongPlace(board, value, home);
      };
      const rejected = value.ids.filter((id) => reasonOf(id) !== null);
      const [first] = await this.withoutKept(context, rejected, value.column, itemId);
      if (first !== undefined) {
        const message = `${value.column.name}: ${reasonOf(first)}`;
        throw boards.has(first as ItemId)
          ? InvalidInput.at(value.path, message)
          : notFound(value.path, message);
      }
      if (value.itemScope === 'sameBoard' && itemId !== undefined)
        await this.rejectCircle(context, value, itemId);
    }
  }

  /** The ids that the cell does not already name. */
  private async withoutKept(
    context: ActingContext,
    ids: readonly string[],
    column: ColumnFacts,
    itemId: string | undefined,
  ): Promise<readonly string[]> {
    if (ids.length === 0 || itemId === undefined) return ids;
    const kept = await this.stored.ofCell(context, itemId, column.id);
    return ids.filter((id) => !kept.has(id));
  }

  /** Throws if the item would depend on itself, directly or through others. */
  async rejectCircle(context: ActingContext, value: ReferencedValue, itemId: string): Promise<void> {
    if (
      value.ids.includes(itemId) ||
      (await this.dependencies.leadsTo(context, value.column.id, value.ids, itemId))
    ) {
      throw InvalidInput.at(
        value.path,
        `${value.column.name}: an item cannot depend on itself, directly or through other items`,
      );
    }
  }
}

/** Why the column cannot name an item of that board; null when it can. */
function wrongPlace(
  board: BoardFacts,
  { itemScope, column }: Pick<ReferencedValue, 'column' | 'itemScope'>,
  home: BoardId,
): string | null {
  if (itemScope === 'sameBoard') return home === board.id ? null : 'accepts only items of this board';
  if (itemScope !== 'otherBoards') return null;
  if (home === board.id) return 'accepts only items of other boards';
  const boardIds = columnTypes[column.type].linkedBoardIds?.(column.config) ?? [];
  return boardIds.length > 0 && !boardIds.includes(home) ? 'does not link to that board' : null;
}

function idsOf(values: readonly ReferencedValue[], noun: References['noun']): string[] {
  return [...new Set(values.flatMap((value) => (value.noun === noun ? value.ids : [])))];
}

function notFound(path: string, message: string): AppError {
  return new AppError('NOT_FOUND', message, { issues: [{ path, message }] });
}
