import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { FileStorage } from '../../platform/storage/file-storage';
import { ImportsRepository } from './imports.repository';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes records of imports after 30 days, with the file of an import that never finished. */
@Scheduled({ name: 'imports.remove-expired', everyMinutes: 1440 })
@Injectable()
export class ExpiredImportsSweep implements ScheduledWork {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly storage: FileStorage,
  ) {}

  async run(signal: AbortSignal): Promise<number> {
    const before = new Date(clock.nowMs() - KEPT_MS);
    return inBatches(async () => {
      const removed = await this.imports.removeBefore(before);
      for (const key of removed) if (key !== null) await this.storage.delete(key);
      return removed.length;
    }, signal);
  }
}
