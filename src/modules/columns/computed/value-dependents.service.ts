import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { BoardFacts } from '../../hierarchy';
import { TooMuchToCompute } from '../columns.errors';
import { computedColumns } from './computed-columns';
import { ComputedValuesRepository } from './computed-values.repository';
import { ItemComputationService } from './item-computation.service';
import { LookupDependentsService } from './lookups/lookup-dependents.service';
import { callMaxSteps } from './work-limits';

/**
 * Recomputes columns after changes that set no value: those that depend on the time of the change or on the
 * board of the item.
 */
@Injectable()
export class ValueDependentsService {
  constructor(
    private readonly values: ComputedValuesRepository,
    private readonly computation: ItemComputationService,
    private readonly followers: LookupDependentsService,
  ) {}

  /** Items have moved from one board to another. */
  async followMove(
    tx: InTransaction<TenantContext>,
    from: BoardFacts,
    to: BoardFacts,
    itemIds: readonly ItemId[],
  ): Promise<void> {
    for (const board of [from, to]) await this.followers.followAll(tx, board, itemIds);
    await this.follow(tx, to, itemIds);
  }

  /** `others`: columns that changed too. No statement on boards where no column depends on that time or on them. */
  async follow(
    tx: InTransaction<TenantContext>,
    board: BoardFacts,
    itemIds: readonly ItemId[],
    others: readonly ColumnId[] = [],
  ): Promise<void> {
    const plan = computedColumns(board);
    const inputs = [...plan.changingWithEdits, ...others];
    const columns = plan.affectedBy(inputs);
    if (columns.length > 0) {
      const items = await this.values.lock(tx, board.id, itemIds);
      const maxSteps = callMaxSteps(items.length);
      const { changes, done } = await this.computation.run(tx, board, columns, items, { maxSteps });
      if (done < items.length) throw new TooMuchToCompute();
      await this.values.publish(tx, board.id, changes);
    }
    const changed = [...inputs, ...columns.map(({ column }) => column.id)];
    await this.followers.follow(tx, board, itemIds, changed);
  }
}
