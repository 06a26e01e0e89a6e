import { Injectable } from '@nestjs/common';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { TrashPurgeService } from './trash-purge.service';
import { TrashRepository } from './trash.repository';

/** Purges items that have been in Trash for 30 days, in batches. */
@Scheduled({ name: 'items.purge-trash', everyMinutes: 1440 })
@Injectable()
export class TrashSweep implements ScheduledWork {
  constructor(
    private readonly purges: TrashPurgeService,
    private readonly trash: TrashRepository,
  ) {}

  async run(signal: AbortSignal): Promise<number> {
    const purged = await inBatches(() => this.purges.purgeDue(), signal);
    await inBatches(() => this.trash.removeTombstones(), signal);
    return purged;
  }
}
