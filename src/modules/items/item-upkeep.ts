import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Log } from '../../platform/logging/log';
import { ItemsRepository, type Placed } from './items.repository';

/**
 * Splits counters and shortens ranks where they have grown, after the write that noticed, on a connection of its own.
 * Nothing depends on when: positions are exact before and after.
 */
@Injectable()
export class ItemUpkeep {
  constructor(
    private readonly items: ItemsRepository,
    private readonly log: Log,
  ) {}

  after(
    context: CallContext,
    boardId: BoardId,
    lane: string,
    { rank, wantsUpkeep }: Pick<Placed, 'rank' | 'wantsUpkeep'>,
  ): void {
    if (!wantsUpkeep) return;
    const tend = () => {
      this.items
        .tend(context, boardId, lane, rank)
        .catch((error: unknown) => this.log.warn('lane not tended', { lane, error }));
    };
    if (context.transaction) context.transaction.afterCommit(tend);
    else tend();
  }
}
