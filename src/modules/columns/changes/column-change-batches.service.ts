import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { columnTypes } from '../../../column-types/types';
import { ColumnValuesService } from '../../stored-values';
import type { ColumnEntity } from '../column.entity';
import { BATCH_MAX_ITEMS } from '../computed/work-limits';
import type { ChangedBatch, ChangeOf, ColumnChange } from './column-change';
import { UniqueChangesService } from './unique-changes.service';

type Tx = InTransaction<TenantContext>;

/** Changes of all items of a board, some items at a time. The structure is locked, at least shared. */
@Injectable()
export class ColumnChangeBatchesService {
  constructor(
    private readonly values: ColumnValuesService,
    private readonly uniques: UniqueChangesService,
  ) {}

  next(tx: Tx, change: ColumnChange, column: ColumnEntity): Promise<ChangedBatch> {
    switch (change.kind) {
      case 'numberItems':
        return this.number(tx, change);
      case 'copyValues':
        return this.copy(tx, change, column);
      case 'replaceLabels':
        return this.replaceLabels(tx, change);
      case 'addUniqueKeys':
        return this.uniques.add(tx, change, column);
      case 'removeUniqueKeys':
        return this.uniques.remove(tx, change, column);
    }
  }

  private async number(tx: Tx, change: ChangeOf<'numberItems'>): Promise<ChangedBatch> {
    const { first } = change.details;
    if (change.after === '') {
      await this.values.planNumbers(tx, change, first);
      return { items: 0, after: String(first), isLast: false };
    }
    const next = { first: Number(change.after), count: BATCH_MAX_ITEMS };
    const items = await this.values.writePlanned(tx, change, next);
    return { items, after: String(next.first + items), isLast: items < BATCH_MAX_ITEMS };
  }

  private async copy(tx: Tx, change: ChangeOf<'copyValues'>, column: ColumnEntity): Promise<ChangedBatch> {
    const { boardId, columnId, after, details } = change;
    const pair = { from: details.from, to: columnId };
    const next = await this.values.lockCopied(tx, boardId, pair, { after, limit: BATCH_MAX_ITEMS });
    await this.values.copy(tx, boardId, pair, details.labelIds, next.itemKeys);
    if (columnTypes[column.type].cellLayout === 'track')
      await this.values.endTimers(tx, change, next.itemKeys);
    return { items: next.count, after: next.last ?? after, isLast: next.count < BATCH_MAX_ITEMS };
  }

  private async replaceLabels(tx: Tx, change: ChangeOf<'replaceLabels'>): Promise<ChangedBatch> {
    const items = await this.values.replaceLabels(tx, change, change.details, BATCH_MAX_ITEMS);
    return { items, after: change.after, isLast: items === 0 };
  }
}
