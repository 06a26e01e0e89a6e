import { Injectable } from '@nestjs/common';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { SearchDocumentsRepository, type SweptUpTo } from './search-documents.repository';

const MINUTES_PER_DAY = 1_440;

/**
 * Removes what deleted workspaces, projects and boards left in the index. Until then it is in nobody's way: results are
 * shown from the records themselves.
 */
@Scheduled({ name: 'search.remove-orphans', everyMinutes: MINUTES_PER_DAY })
@Injectable()
export class SearchDocumentsSweep implements ScheduledWork {
  constructor(private readonly documents: SearchDocumentsRepository) {}

  async run(signal: AbortSignal): Promise<void> {
    let last: SweptUpTo | null = { organizationId: '', id: '' };
    while (last !== null && !signal.aborted) last = await this.documents.sweepAfter(last);
  }
}
