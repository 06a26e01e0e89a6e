import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { FileRemovalsRepository } from './file-removals.repository';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Deletes files that no record has referred to for a day. */
@Scheduled({ name: 'files.remove-orphans', everyMinutes: 60 })
@Injectable()
export class OrphanedFilesSweep implements ScheduledWork {
  constructor(private readonly removals: FileRemovalsRepository) {}

  async run(signal: AbortSignal): Promise<number> {
    const before = new Date(clock.nowMs() - KEPT_MS);
    return inBatches(() => this.removals.deleteOrphans(before), signal);
  }
}
