import { Injectable } from '@nestjs/common';
import type { ColumnId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { CONTINUE, RAISE, START, TAKE } from './column-numbers.statements';

/** The numbers that auto-number columns assign to items. A number is assigned once. */
@Injectable()
export class ColumnNumbersService {
  constructor(private readonly database: Database) {}

  /** Counters of new columns; `first` is the number that the next item gets. */
  async start(
    context: InTransaction<TenantContext>,
    counters: readonly { columnId: ColumnId; first: number }[],
  ): Promise<void> {
    if (counters.length === 0) return;
    await this.database.query(context, START, [
      context.organizationId,
      counters.map(({ columnId }) => columnId),
      counters.map(({ first }) => first),
    ]);
  }

  /** The next number is `first` or higher. */
  async raise(context: InTransaction<TenantContext>, columnId: ColumnId, first: number): Promise<void> {
    await this.database.query(context, RAISE, [context.organizationId, columnId, first]);
  }

  /**
   * The first of `count` successive numbers, for each of the columns. In a transaction the counters stay locked
   * until its end, so that there are no gaps.
   */
  async take(
    context: TenantContext,
    columnIds: readonly ColumnId[],
    count: number,
  ): Promise<Map<ColumnId, number>> {
    if (columnIds.length === 0) return new Map();
    const rows = await this.database.query<{ columnId: ColumnId; first: number }>(context, TAKE, [
      context.organizationId,
      columnIds,
      count,
    ]);
    return new Map(rows.map(({ columnId, first }) => [columnId, first]));
  }

  /** The numbers of copied columns continue after those of their originals. */
  async continueInCopies(
    context: InTransaction<TenantContext>,
    copies: ReadonlyMap<ColumnId, ColumnId>,
  ): Promise<void> {
    await this.database.query(context, CONTINUE, [
      context.organizationId,
      [...copies.keys()],
      [...copies.values()],
    ]);
  }
}
