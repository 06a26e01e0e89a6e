import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../kernel/app-error';
import type { BoardId, ItemId, UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { type BoardFacts, type ColumnFacts, Hierarchy } from '../hierarchy';
import { type ColumnConfig, type LoadedReferences, NOTHING_LOADED, type References } from './column-type';
import { DependencyReadModel } from './dependency.read-model';
import { StoredReferencesReadModel } from './stored-references.read-model';

/** Ids that a value of a column holds, and where in the input they stand. */
export interface ReferencedValue extends References {
  column: ColumnFacts;
  path: string;
  itemScope: 'sameBoard' | 'otherBoards' | null;
  /** By the caller, now; otherwise a default or a copy. */
  isGiven: boolean;
}

/**
 * Checks and loads the ids of all values of a call at once: one statement per noun, none where there are no
 * ids.
 */
@Injectable()
export class ReferenceCheck {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly dependencies: DependencyReadModel,
    private readonly stored: StoredReferencesReadModel,
  ) {}

  /**
   * What the referenced records tell. Refuses given ids that the caller may not see (404) and visible ones in the
   * wrong place (400). What the cell of `itemId` names already may stay, whatever has become of it, so that who reads a
   * cell can write it back with one id more; it simply tells nothing.
   */
  async load(
    context: CallContext,
    board: BoardFacts,
    values: readonly ReferencedValue[],
    itemId?: string,
  ): Promise<LoadedReferences> {
    if (values.length === 0) return NOTHING_LOADED;
    const names = await this.hierarchy.memberNames(context, idsOf(values, 'member') as UserId[]);
    for (const { noun, ids, path, column, isGiven } of values) {
      if (!isGiven || noun !== 'member') continue;
      const unknown = ids.filter((id) => !names.has(id as UserId));
      const added = await this.withoutKept(context, unknown, column, itemId);
      if (added.length > 0) throw notFound(path, `${column.name}: No such member`);
    }
    await this.checkItems(
      context,
      board,
      values.filter(({ isGiven }) => isGiven),
      itemId,
    );
    return { ...NOTHING_LOADED, memberName: (userId) => names.get(userId as UserId) };
  }

  /**
   * Those of the items that a column of the board may name. Of items that the caller does not see nothing is known: they
   * stay.
   */
  async inPlace(
    context: CallContext,
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
    context: CallContext,
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
      const refused = value.ids.filter((id) => reasonOf(id) !== null);
      const [first] = await this.withoutKept(context, refused, value.column, itemId);
      if (first !== undefined) {
        const message = `${value.column.name}: ${reasonOf(first)}`;
        throw boards.has(first as ItemId)
          ? InvalidInput.at(value.path, message)
          : notFound(value.path, message);
      }
      if (value.itemScope === 'sameBoard' && itemId !== undefined)
        await this.refuseCircle(context, value, itemId);
    }
  }

  /** Those of the ids that the cell does not name already. */
  private async withoutKept(
    context: CallContext,
    ids: readonly string[],
    column: ColumnFacts,
    itemId: string | undefined,
  ): Promise<readonly string[]> {
    if (ids.length === 0 || itemId === undefined) return ids;
    const kept = await this.stored.ofCell(context, itemId, column.id);
    return ids.filter((id) => !kept.has(id));
  }

  private async refuseCircle(context: CallContext, value: ReferencedValue, itemId: string): Promise<void> {
    if (
      value.ids.includes(itemId) ||
      (await this.dependencies.leadsTo(context, value.column.id, value.ids, itemId))
    ) {
      throw InvalidInput.at(
        value.path,
        `${value.column.name}: an item cannot depend on itself, directly or in a circle`,
      );
    }
  }
}

/** Why an item of that board may not be named by the column; null when it may. */
function wrongPlace(
  board: BoardFacts,
  { itemScope, column }: Pick<ReferencedValue, 'column' | 'itemScope'>,
  home: BoardId,
): string | null {
  if (itemScope === 'sameBoard') return home === board.id ? null : 'takes items of this board';
  if (itemScope !== 'otherBoards') return null;
  if (home === board.id) return 'takes items of other boards';
  const { boardIds } = column.config as ColumnConfig;
  const isNarrowed = Array.isArray(boardIds) && boardIds.length > 0;
  return isNarrowed && !boardIds.includes(home) ? 'does not link to that board' : null;
}

function idsOf(values: readonly ReferencedValue[], noun: References['noun']): string[] {
  return [...new Set(values.flatMap((value) => (value.noun === noun ? value.ids : [])))];
}

function notFound(path: string, message: string): AppError {
  return new AppError('NOT_FOUND', message, { issues: [{ path, message }] });
}
