import { Injectable } from '@nestjs/common';
import { AppError, type InputIssue, InvalidInput } from '../../../kernel/app-error';
import type { ColumnId, ItemId } from '../../../kernel/ids';
import type { JsonText } from '../../../kernel/json';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Input } from '../../../rpc/schema';
import { findColumnNamed, type GivenValue, NAMES_REJECTED_MAX, NewLabelsService } from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { ItemLocksRepository } from '../item-locks.repository';
import type { ItemRecord } from '../item.record';
import { editItems } from '../items.policy';
import { presentItems } from '../items.presenter';
import { areWrittenTogether } from '../write/independent-columns';
import { ItemValueWritesService } from '../write/item-value-writes.service';
import { runsOf } from '../write/runs-of';
import { StaleBoardRetryService } from '../write/stale-board-retry.service';
import type { itemsSetValues } from './item-cells.schemas';

type SetValuesInput = Input<typeof itemsSetValues>;

/** A cell of the input with the id of its column, and its index there. */
interface RequestedCell {
  itemId: ItemId;
  columnId: ColumnId;
  value: unknown;
  expectedValue?: unknown;
  at: number;
}

/** items.setValues: many cells of one board, in one transaction. */
@Injectable()
export class ItemCellsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly writes: ItemValueWritesService,
    private readonly labels: NewLabelsService,
    private readonly locks: ItemLocksRepository,
    private readonly structure: StaleBoardRetryService,
  ) {}

  setValues(
    context: CallContext,
    { boardId, cells: given, createLabels }: SetValuesInput,
  ): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const { facts, access } = await this.hierarchy.board(tx, boardId);
      authorize(editItems, tx.principal, { access });
      const cells = requestedCells(facts, given);
      const byItem = cellsByItem(cells);
      await this.assertOnBoard(tx, facts, byItem);
      const board = createLabels
        ? await this.labels.create(tx, { facts, access }, cells.map(valueOfCell))
        : facts;
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
    const ids = [...byItem.keys()].toSorted();
    const isPlain = (id: ItemId) =>
      areWrittenTogether(
        board,
        byItem.get(id)!.map(({ columnId }) => columnId),
      ) && byItem.get(id)!.every(({ expectedValue }) => expectedValue === undefined);
    for (const run of runsOf(ids, isPlain)) {
      const written = run.length === 1 ? null : await this.writeTogether(tx, board, run, byItem);
      for (const record of written ?? []) records.set(record.id, record);
      if (written === null) rejections.push(...(await this.writeEach(tx, board, run, { byItem, records })));
    }
    if (rejections.length > 0) throw together(rejections);
    return records;
  }

  private writeTogether(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    ids: readonly ItemId[],
    byItem: ReadonlyMap<ItemId, RequestedCell[]>,
  ): Promise<ItemRecord[] | null> {
    const items = ids.map((id) => ({ id, changes: changesOf(byItem.get(id)!), path: 'cells' }));
    return this.writes.writeTogether(tx, board, items);
  }

  /** Adds the items that were written to `records`, and returns the rejections of the others. */
  private async writeEach(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    ids: readonly ItemId[],
    { byItem, records }: { byItem: ReadonlyMap<ItemId, RequestedCell[]>; records: Map<ItemId, ItemRecord> },
  ): Promise<Rejection[]> {
    const rejections: Rejection[] = [];
    for (const id of ids) {
      const cells = byItem.get(id)!;
      const changes = changesOf(cells);
      const expectedValues = cells.flatMap(({ columnId, expectedValue }) =>
        expectedValue === undefined ? [] : [{ columnId, value: expectedValue, path: `cells.${columnId}` }],
      );
      try {
        const options = { path: 'cells', expectedValues };
        records.set(id, await this.writes.writeWithin(tx, board, id, changes, options));
      } catch (error) {
        rejections.push(rejectionOf(error, cells));
      }
    }
    return rejections;
  }
}

function changesOf(cells: readonly RequestedCell[]): Record<string, unknown> {
  return Object.fromEntries(cells.map(({ columnId, value }) => [columnId, value]));
}

interface Rejection {
  code: AppError['code'];
  reason: string | undefined;
  issues: InputIssue[];
}

/** The cells with the columns that they name. */
function requestedCells(board: BoardFacts, given: SetValuesInput['cells']): RequestedCell[] {
  const issues: InputIssue[] = [];
  const cells = given.flatMap(({ columnId, columnName = '', ...cell }, at): RequestedCell | [] => {
    if (columnId !== undefined && board.columnsById.has(columnId)) return { ...cell, columnId, at };
    const column =
      columnId === undefined ? findColumnNamed(board, columnName) : 'Unknown column of this board';
    if (typeof column !== 'string') return { ...cell, columnId: column.id, at };
    issues.push({
      path: `cells.${at}.${columnId === undefined ? 'columnName' : 'columnId'}`,
      message: column,
    });
    return [];
  });
  if (issues.length > 0) throw new InvalidInput(issues.slice(0, NAMES_REJECTED_MAX));
  return cells;
}

function cellsByItem(cells: readonly RequestedCell[]): Map<ItemId, RequestedCell[]> {
  const byItem = new Map<ItemId, RequestedCell[]>();
  for (const cell of cells) {
    const own = byItem.get(cell.itemId) ?? [];
    if (own.some(({ columnId }) => columnId === cell.columnId))
      throw InvalidInput.at(`cells.${cell.at}`, 'Must not repeat a cell');
    own.push(cell);
    byItem.set(cell.itemId, own);
  }
  return byItem;
}

function valueOfCell({ columnId, value, at }: RequestedCell): GivenValue {
  return { columnId, value, path: `cells.${at}.value` };
}

/** The error of one item, at the places of its cells in the input; throws errors that no cell causes. */
function rejectionOf(error: unknown, cells: readonly RequestedCell[]): Rejection {
  const issues = error instanceof AppError ? error.issues : undefined;
  if (issues === undefined) throw error;
  const { code, reason } = error as AppError;
  // A conflict without a reason is one with the expected value.
  const part = code === 'CONFLICT' && reason === undefined ? 'expectedValue' : 'value';
  return {
    code,
    reason,
    issues: issues.map((issue) => {
      const cell = cells.find(({ columnId }) => issue.path === `cells.${columnId}`);
      return cell === undefined ? issue : { ...issue, path: `cells.${cell.at}.${part}` };
    }),
  };
}

/** Invalid values come before values that have changed: a repeat with other expectations would not help. */
function together(rejections: readonly Rejection[]): AppError {
  const { code, reason } = rejections.find((each) => each.code !== 'CONFLICT') ?? rejections[0]!;
  const issues = rejections.flatMap((each) => (each.code === code ? each.issues : []));
  return new AppError(code, `${issues[0]!.path}: ${issues[0]!.message}`, {
    issues,
    ...(reason === undefined ? {} : { reason }),
  });
}
