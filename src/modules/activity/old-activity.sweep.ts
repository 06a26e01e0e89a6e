import { Injectable } from '@nestjs/common';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { ActivityRepository } from './activity.repository';

/**
 * Deletes entries of boards that no longer exist, and drops the months of old entries. The former are searched every night:
 * an entry can arrive after its board was purged.
 */
@Scheduled({ name: 'activity.remove-old', everyMinutes: 1440 })
@Injectable()
export class OldActivitySweep implements ScheduledWork {
  constructor(private readonly activity: ActivityRepository) {}

  async run(signal: AbortSignal): Promise<number> {
    let removed = 0;
    let last = { key: 0 };
    while (!signal.aborted) {
      const boards = await this.activity.boardsAfter(last.key);
      for (const board of boards) {
        if (board.isGone) removed += await inBatches(() => this.activity.removeOfBoard(board), signal);
      }
      const next = boards.at(-1);
      if (next === undefined) break;
      last = next;
    }
    await this.activity.replacePartitions();
    return removed;
  }
}
