import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { BoardFacts } from '../../hierarchy';
import { TooMuchToCompute } from '../columns.errors';
import { computedColumns } from './computed-columns';
import { ComputedValuesRepository } from './computed-values.repository';
import { ItemComputation } from './item-computation';
import { LookupFollowers } from './lookup-followers';
import { callMaxSteps } from './work-limits';

/** What is computed from items after changes that set no value: from the time of the change, and from where they are. */
@Injectable()
export class EditFollowers {
  constructor(
    private readonly values: ComputedValuesRepository,
    private readonly computation: ItemComputation,
    private readonly followers: LookupFollowers,
  ) {}

  /** Items have come from one board to another. */
  async followMove(
    tx: InTransaction<TenantContext>,
    from: BoardFacts,
    to: BoardFacts,
    itemIds: readonly ItemId[],
  ): Promise<void> {
    for (const board of [from, to]) await this.followers.followAll(tx, board, itemIds);
    await this.follow(tx, to, itemIds);
  }

  /** Costs nothing on boards where nothing is computed from that time. */
  async follow(
    tx: InTransaction<TenantContext>,
    board: BoardFacts,
    itemIds: readonly ItemId[],
  ): Promise<void> {
    const plan = computedColumns(board);
    const columns = plan.affectedBy(plan.changingWithEdits);
    if (columns.length > 0) {
      const items = await this.values.hold(tx, board.id, itemIds);
      const maxSteps = callMaxSteps(items.length);
      const { changes, done } = await this.computation.run(tx, board, columns, items, { maxSteps });
      if (done < items.length) throw new TooMuchToCompute();
      await this.values.announce(tx, board.id, changes);
    }
    const changed = [...plan.changingWithEdits, ...columns.map(({ column }) => column.id)];
    await this.followers.follow(tx, board, itemIds, changed);
  }
}
