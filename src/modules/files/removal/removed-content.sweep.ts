import { Injectable } from '@nestjs/common';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { FileStorage } from '../../../platform/storage/file-storage';
import { FileRemovalsRepository } from './file-removals.repository';

/** Deletes the content of files whose rows were deleted. */
@Scheduled({ name: 'files.remove-content', everyMinutes: 5 })
@Injectable()
export class RemovedContentSweep implements ScheduledWork {
  constructor(
    private readonly removals: FileRemovalsRepository,
    private readonly storage: FileStorage,
  ) {}

  async run(signal: AbortSignal): Promise<number> {
    return inBatches(async () => {
      const keys = await this.removals.removedContent();
      for (const key of keys) {
        signal.throwIfAborted();
        // Deleting content that is gone does not fail, so that a repetition finishes what a crash interrupted.
        await this.storage.delete(key);
        await this.removals.forget(key);
      }
      return keys.length;
    }, signal);
  }
}
