import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { ImportFiles } from './import-files';
import { ImportUploadsRepository } from './import-uploads.repository';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Removes uploads that no job has taken over for a day: the process that took them in has died. */
@Scheduled({ name: 'imports.remove-abandoned-uploads', everyMinutes: 60 })
@Injectable()
export class AbandonedUploadsSweep implements ScheduledWork {
  constructor(
    private readonly uploads: ImportUploadsRepository,
    private readonly files: ImportFiles,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const before = new Date(clock.nowMs() - KEPT_MS);
    await inBatches(async () => {
      const abandoned = await this.uploads.before(before);
      for (const upload of abandoned) await this.files.drop(upload);
      return abandoned.length;
    }, signal);
  }
}
