import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { ColumnId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import { Jobs } from '../../../platform/jobs/jobs';
import type { BoardFacts } from '../../hierarchy';
import { BuildOrderJob } from './build-order.job';
import { ItemOrdersRepository } from './item-orders.repository';

/** A scan of this many items takes about 10 ms. */
const MIN_ITEMS = 10_000;
const MAX_REMEMBERED = 1_000;
const REMEMBERED_MS = 60_000;

/** Orders that lists of large boards need: the order by last changes, and the items without a value in a column. */
@Injectable()
export class ItemOrdersService {
  /** Until when an order is not requested again, by board and column. */
  private readonly requested = new Map<string, number>();

  constructor(
    private readonly orders: ItemOrdersRepository,
    private readonly jobs: Jobs,
  ) {}

  /** The key of the entries; null while the order is not complete. */
  find(board: BoardFacts, columnId: ColumnId | null): RecordKey | null {
    return board.orders.find((order) => order.columnId === columnId)?.key ?? null;
  }

  /** Builds the order in the background if the lists are large; later pages use it. */
  async request(
    context: CallContext,
    board: BoardFacts,
    columnId: ColumnId | null,
    lists: readonly RecordKey[],
  ): Promise<void> {
    const key = `${board.id}:${columnId ?? ''}`;
    if ((this.requested.get(key) ?? 0) > clock.nowMs()) return;
    this.requested.delete(key);
    this.requested.set(key, clock.nowMs() + REMEMBERED_MS);
    if (this.requested.size > MAX_REMEMBERED) this.requested.delete(this.requested.keys().next().value!);
    if ((await this.orders.count(context, lists)) < MIN_ITEMS) return;
    const payload = { organizationId: context.organizationId, boardId: board.id, columnId };
    await this.jobs.enqueue(context, BuildOrderJob, payload, { key });
  }
}
