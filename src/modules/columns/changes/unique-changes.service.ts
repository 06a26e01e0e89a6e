import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { UniqueKeysService } from '../../stored-values';
import { DUPLICATES_SHOWN } from '../columns.errors';
import type { ColumnEntity } from '../column.entity';
import { ColumnsRepository } from '../columns.repository';
import { BATCH_MAX_ITEMS } from '../computed/work-limits';
import type { ChangedBatch, ChangeOf } from './column-change';
import { ColumnChangesRepository } from './column-changes.repository';
import { UniqueKeyFillsService } from './unique-key-fills.service';

type Tx = InTransaction<TenantContext>;

/** After the id of every item: those that are created later are complete, so that the change ends while others create items. */
const AFTER_ALL = '~';

/**
 * Makes a column unique in the background (decision 0146): writers add its keys since the change began, and batches add those of
 * all other items. A column that has duplicates stays as it was, after all keys are removed.
 */
@Injectable()
export class UniqueChangesService {
  constructor(
    private readonly columns: ColumnsRepository,
    private readonly changes: ColumnChangesRepository,
    private readonly keys: UniqueKeysService,
    private readonly fills: UniqueKeyFillsService,
  ) {}

  /** Ends early when there are as many duplicates as are shown. */
  async add(tx: Tx, change: ChangeOf<'addUniqueKeys'>, column: ColumnEntity): Promise<ChangedBatch> {
    const part = { after: change.after, limit: BATCH_MAX_ITEMS };
    const filled = await this.fills.fillNext(tx, column, part);
    const pairs = [...change.details.pairs, ...filled.pairs];
    if (filled.pairs.length > 0) await this.changes.setDetails(tx, column.id, { pairs });
    const after = filled.isLast ? AFTER_ALL : filled.after;
    return { items: filled.items, after, isLast: filled.isLast || pairs.length >= DUPLICATES_SHOWN };
  }

  async remove(tx: Tx, change: ChangeOf<'removeUniqueKeys'>, column: ColumnEntity): Promise<ChangedBatch> {
    const part = { after: change.after, limit: BATCH_MAX_ITEMS };
    const { count, last } = await this.keys.removeNext(tx, column, part);
    const isLast = count < BATCH_MAX_ITEMS;
    return { items: count, after: isLast ? AFTER_ALL : last!, isLast };
  }

  /**
   * After the last batch, with all writers waiting: whether the column has become unique. Otherwise more batches follow, which
   * remove the keys if two items still have the same value.
   */
  async becomeUnique(tx: Tx, change: ChangeOf<'addUniqueKeys'>): Promise<boolean> {
    const { boardId, columnId, after, details } = change;
    const column = (await this.columns.find(tx, columnId))!;
    const withoutKey = details.pairs.map(([, id]) => id);
    const pairs = await this.fills.fillAgain(tx, column, withoutKey);
    if (pairs.length > 0) {
      await this.stop(tx, column, { pairs });
      return false;
    }
    if (await this.keys.hasMoreThan(tx, boardId, { after, count: 0 })) {
      await this.changes.setDetails(tx, columnId, { pairs: [] });
      return false;
    }
    await this.columns.update(tx, columnId, { config: { ...column.config, unique: true } });
    await this.changes.end(tx, columnId);
    return true;
  }

  /** Writers add no more keys; batches remove those that exist. The structure is locked exclusively. */
  async stop(
    tx: Tx,
    column: Pick<ColumnEntity, 'id' | 'boardId' | 'key'>,
    details: ChangeOf<'removeUniqueKeys'>['details'],
  ): Promise<void> {
    await this.keys.removeTrashed(tx, column);
    await this.changes.turn(tx, column.id, { kind: 'removeUniqueKeys', details });
  }

  /**
   * Whether all keys are removed: a call can have turned the change to their removal after the last batch. The row of a change
   * that has failed stays, to show why.
   */
  async endRemoval(tx: Tx, change: ChangeOf<'removeUniqueKeys'>): Promise<boolean> {
    const { boardId, columnId, after, details } = change;
    if (await this.keys.hasMoreThan(tx, boardId, { after, count: 0 })) return false;
    if (details.pairs.length > 0) await this.changes.fail(tx, columnId);
    else await this.changes.end(tx, columnId);
    return true;
  }
}
