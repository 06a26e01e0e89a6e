import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { FileRemovalsRepository, FIRST_FILE, type FileKey } from './file-removals.repository';

/**
 * Marks files that no record refers to any more: cells, comments and boards are deleted by many paths, in sets and by
 * cascades, and none of them keeps count.
 */
@Scheduled({ name: 'files.mark-unreferenced', everyMinutes: 12 * 60 })
@Injectable()
export class UnreferencedFilesSweep implements ScheduledWork {
  constructor(private readonly removals: FileRemovalsRepository) {}

  async run(signal: AbortSignal): Promise<void> {
    let last: FileKey | null = FIRST_FILE;
    while (last !== null && !signal.aborted) last = await this.removals.markNext(last, clock.now());
  }
}
