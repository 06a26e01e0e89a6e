import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { ImportFilesService } from './import-files.service';
import { ImportUploadsRepository } from './import-uploads.repository';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Deletes uploads that no job has claimed for a day: their process has crashed. */
@Scheduled({ name: 'imports.remove-abandoned-uploads', everyMinutes: 60 })
@Injectable()
export class AbandonedUploadsSweep implements ScheduledWork {
  constructor(
    private readonly uploads: ImportUploadsRepository,
    private readonly files: ImportFilesService,
  ) {}

  async run(signal: AbortSignal): Promise<number> {
    const before = new Date(clock.nowMs() - KEPT_MS);
    return inBatches(async () => {
      const abandoned = await this.uploads.before(before);
      for (const upload of abandoned) await this.files.drop(upload);
      return abandoned.length;
    }, signal);
  }
}
