import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { columnTypes } from '../../../column-types/types';
import { type BoardFacts, boardTopic, HierarchyService } from '../../hierarchy';
import { ColumnValuesService } from '../../stored-values';
import { ColumnDependentsService } from '../column-dependents.service';
import { columnsEvents } from '../columns.events';
import { presentColumn } from '../columns.presenter';
import { ColumnsRepository } from '../columns.repository';
import type { ChangeOf } from './column-change';
import { ColumnChangesRepository } from './column-changes.repository';
import { UniqueChangesService } from './unique-changes.service';

type Tx = InTransaction<TenantContext>;

/** Uses of labels that are replaced together while writers wait: those that were written during the change. */
const LAST_USES = 1_000;

/** Ends a change of a column's values after the last batch. */
@Injectable()
export class ColumnChangeEndsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly columns: ColumnsRepository,
    private readonly changes: ColumnChangesRepository,
    private readonly values: ColumnValuesService,
    private readonly followers: ColumnDependentsService,
    private readonly outbox: Outbox,
    private readonly uniques: UniqueChangesService,
  ) {}

  /** Waits for writers of the board, which may still write what the change removes. Returns whether more batches follow. */
  async end(tx: Tx, boardId: BoardId, columnId: ColumnId): Promise<boolean> {
    await this.columns.lockStructure(tx, boardId);
    const change = await this.changes.lock(tx, columnId);
    if (change === null) return false;
    tx.transaction.invalidate(boardTopic(boardId));
    if (change.kind === 'addUniqueKeys') {
      const isUnique = await this.uniques.becomeUnique(tx, change);
      if (isUnique) await this.publish(tx, change);
      return !isUnique;
    }
    if (change.kind === 'removeUniqueKeys') return !(await this.uniques.endRemoval(tx, change));
    await this.endValues(tx, change);
    return false;
  }

  private async endValues(
    tx: Tx,
    change: ChangeOf<'numberItems' | 'copyValues' | 'replaceLabels'>,
  ): Promise<void> {
    const { boardId, columnId } = change;
    await this.changes.end(tx, columnId);
    // Null in Trash: its computed columns and its readers follow nothing there.
    const board = await this.hierarchy.boardFacts(tx, boardId);
    if (change.kind === 'replaceLabels') await this.removeLabels(tx, change, board);
    else if (board !== null) await this.followers.afterValues(tx, board, columnId);
  }

  private async removeLabels(
    tx: Tx,
    change: ChangeOf<'replaceLabels'>,
    before: BoardFacts | null,
  ): Promise<void> {
    const { columnId, details } = change;
    await this.values.replaceAllLabels(tx, change, details, LAST_USES);
    const { type, config } = (await this.columns.find(tx, columnId))!;
    await this.columns.update(tx, columnId, {
      config: columnTypes[type].withoutLabels!(config, details.labelIds),
    });
    if (before === null) return;
    await this.followers.afterConfig(tx, before, before.columnsById.get(columnId)!);
    await this.publish(tx, change);
  }

  /** The change of the column, by the user whose call began it. Without an event when the board is in Trash. */
  private async publish(
    tx: Tx,
    { boardId, columnId, actorId }: ChangeOf<'replaceLabels' | 'addUniqueKeys'>,
  ): Promise<void> {
    const board = await this.hierarchy.boardFacts(tx, boardId);
    if (board === null) return;
    const column = presentColumn(board.columnsById.get(columnId)!, board.columns);
    const actor = { ...tx, person: { userId: actorId } };
    await this.outbox.append(actor, columnsEvents.updated.create({ column }, { boardId }));
  }
}
