import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { BEFORE_ALL, type LookedAt, SearchDocumentsRepository } from './search-documents.repository';
import { SearchIndexerService } from './search-indexer.service';
import { idOf, type TypeCode } from '../search-types';

const MINUTES_PER_DAY = 1_440;

/**
 * Removes entries of deleted workspaces, projects and boards from the index. Until then they have no effect:
 * results are read from the records themselves. A record can have been restored since it was missing, so the
 * indexer checks again.
 */
@Scheduled({ name: 'search.remove-orphans', everyMinutes: MINUTES_PER_DAY })
@Injectable()
export class SearchDocumentsSweep implements ScheduledWork {
  constructor(
    private readonly documents: SearchDocumentsRepository,
    private readonly indexer: SearchIndexerService,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    let looked = await this.documents.lookAfter(BEFORE_ALL);
    while (looked.length > 0 && !signal.aborted) {
      const orphans = looked.filter(({ isOrphan }) => isOrphan);
      for (const organizationId of new Set(orphans.map((orphan) => orphan.organizationId))) {
        await this.forget(
          organizationId,
          orphans.filter((orphan) => orphan.organizationId === organizationId),
        );
      }
      looked = await this.documents.lookAfter(looked.at(-1)!);
    }
  }

  private async forget(organizationId: OrganizationId, orphans: readonly LookedAt[]): Promise<void> {
    const ids = (of: TypeCode) => orphans.filter(({ type }) => type === of).map(idOf);
    const changed = {
      items: ids('i'),
      parents: [],
      boards: ids('b'),
      projects: ids('p'),
      comments: ids('c'),
    };
    await this.indexer.follow({ organizationId, transaction: null }, changed);
  }
}
