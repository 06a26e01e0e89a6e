import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { ActivityRepository } from './activity.repository';

/** Entries are stored for a year. */
const KEPT_DAYS = 365;
const DAY_MS = 86_400_000;

/**
 * Deletes old entries, and entries of boards that no longer exist. The latter are searched every night: an entry
 * can arrive after its board was purged.
 */
@Scheduled({ name: 'activity.remove-old', everyMinutes: 1440 })
@Injectable()
export class OldActivitySweep implements ScheduledWork {
  constructor(private readonly activity: ActivityRepository) {}

  async run(signal: AbortSignal): Promise<number> {
    const oldest = new Date(clock.nowMs() - KEPT_DAYS * DAY_MS);
    let removed = await inBatches(() => this.activity.removeBefore(oldest), signal);
    let last = { organizationId: '', boardId: '' };
    while (!signal.aborted) {
      const boards = await this.activity.boardsAfter(last.organizationId, last.boardId);
      for (const board of boards) {
        if (board.isGone) removed += await inBatches(() => this.activity.removeOfBoard(board), signal);
      }
      const next = boards.at(-1);
      if (next === undefined) break;
      last = next;
    }
    return removed;
  }
}
