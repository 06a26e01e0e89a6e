import { Injectable } from '@nestjs/common';
import { AppError, type InputIssue, InvalidInput } from '../../../kernel/app-error';
import type { ItemId } from '../../../kernel/ids';
import type { JsonText } from '../../../kernel/json';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Input } from '../../../rpc/schema';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { ItemLocksRepository } from '../item-locks.repository';
import type { ItemRecord } from '../item.record';
import { editItems } from '../items.policy';
import { presentItems } from '../items.presenter';
import { isIndependent } from '../write/independent-columns';
import { ItemValueWritesService } from '../write/item-value-writes.service';
import { StaleBoardRetryService } from '../write/stale-board-retry.service';
import type { itemsSetValues } from './item-cells.schemas';

type SetValuesInput = Input<typeof itemsSetValues>;

/** A cell of the input, with its index there. */
type RequestedCell = SetValuesInput['cells'][number] & { at: number };

/** items.setValues: many cells of one board, in one transaction. */
@Injectable()
export class ItemCellsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly writes: ItemValueWritesService,
    private readonly locks: ItemLocksRepository,
    private readonly structure: StaleBoardRetryService,
  ) {}

  setValues(context: CallContext, { boardId, cells }: SetValuesInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.board(tx, boardId);
      authorize(editItems, tx.principal, { access });
      const byItem = cellsByItem(cells);
      await this.assertOnBoard(tx, board, byItem);
      rejectUnknownColumns(board, cells);
      await this.locks.lockStructure(tx, board);
      const records = await this.write(tx, board, byItem);
      return presentItems(
        [...byItem.keys()].map((id) => records.get(id)!),
        () => board,
      );
    });
  }

  private async assertOnBoard(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    byItem: ReadonlyMap<ItemId, RequestedCell[]>,
  ): Promise<void> {
    for (const { item } of await this.hierarchy.items(tx, [...byItem.keys()])) {
      if (item.boardId !== board.id)
        throw InvalidInput.at(`cells.${byItem.get(item.id)![0]!.at}.itemId`, 'Must be on this board');
    }
  }

  /** In the order of their ids, so that two calls cannot deadlock. Continues after a rejected cell, to name all of them. */
  private async write(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    byItem: ReadonlyMap<ItemId, RequestedCell[]>,
  ): Promise<Map<ItemId, ItemRecord>> {
    const records = new Map<ItemId, ItemRecord>();
    const rejections: Rejection[] = [];
    for (const id of [...byItem.keys()].toSorted()) {
      const cells = byItem.get(id)!;
      const changes = Object.fromEntries(cells.map(({ columnId, value }) => [columnId, value]));
      const expectedValues = cells.flatMap(({ columnId, expectedValue }) =>
        expectedValue === undefined ? [] : [{ columnId, value: expectedValue, path: `cells.${columnId}` }],
      );
      const canWriteAlone =
        expectedValues.length === 0 &&
        cells.every(({ columnId }) => isIndependent(board, board.columnsById.get(columnId)!));
      try {
        const record = canWriteAlone
          ? await this.writes.write(tx, board, id, changes, { path: 'cells' })
          : await this.writes.writeHeld(tx, board, id, changes, { path: 'cells', expectedValues });
        records.set(id, record);
      } catch (error) {
        rejections.push(rejectionOf(error, cells));
      }
    }
    if (rejections.length > 0) throw together(rejections);
    return records;
  }
}

interface Rejection {
  code: AppError['code'];
  issues: InputIssue[];
}

function cellsByItem(cells: SetValuesInput['cells']): Map<ItemId, RequestedCell[]> {
  const byItem = new Map<ItemId, RequestedCell[]>();
  for (const [at, cell] of cells.entries()) {
    const own = byItem.get(cell.itemId) ?? [];
    if (own.some(({ columnId }) => columnId === cell.columnId))
      throw InvalidInput.at(`cells.${at}`, 'Must not repeat a cell');
    own.push({ ...cell, at });
    byItem.set(cell.itemId, own);
  }
  return byItem;
}

function rejectUnknownColumns(board: BoardFacts, cells: SetValuesInput['cells']): void {
  const issues = cells.flatMap(({ columnId }, at) =>
    board.columnsById.has(columnId)
      ? []
      : [{ path: `cells.${at}.columnId`, message: 'Unknown column of this board' }],
  );
  if (issues.length > 0) throw new InvalidInput(issues);
}

/** The error of one item, at the places of its cells in the input; throws errors that no cell causes. */
function rejectionOf(error: unknown, cells: readonly RequestedCell[]): Rejection {
  const issues = error instanceof AppError ? error.issues : undefined;
  if (issues === undefined) throw error;
  const { code } = error as AppError;
  const part = code === 'CONFLICT' ? 'expectedValue' : 'value';
  return {
    code,
    issues: issues.map((issue) => {
      const cell = cells.find(({ columnId }) => issue.path === `cells.${columnId}`);
      return cell === undefined ? issue : { ...issue, path: `cells.${cell.at}.${part}` };
    }),
  };
}

/** Invalid values come before values that have changed: a repeat with other expectations would not help. */
function together(rejections: readonly Rejection[]): AppError {
  const { code } = rejections.find((each) => each.code !== 'CONFLICT') ?? rejections[0]!;
  const issues = rejections.flatMap((each) => (each.code === code ? each.issues : []));
  return new AppError(code, `${issues[0]!.path}: ${issues[0]!.message}`, { issues });
}
