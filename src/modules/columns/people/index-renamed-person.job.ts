import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { inBatches } from '../../../platform/schedule/in-batches';
import { HierarchyService } from '../../hierarchy';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import { ValueIndexService } from '../../stored-values';

export interface RenamedPerson {
  organizationId: OrganizationId;
  userId: UserId;
}

/**
 * People cells sort by the first user's name, which the index copies: a change of the name updates the copies.
 */
@Job({ name: 'columns.index-renamed-person' })
@Injectable()
export class IndexRenamedPersonJob implements JobHandler<RenamedPerson> {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly index: ValueIndexService,
  ) {}

  async perform({ organizationId, userId }: RenamedPerson, { signal }: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    const names = await this.hierarchy.memberNames(context, [userId]);
    const textKey = naturalKey(names.get(userId) ?? '');
    await inBatches(() => this.index.renamePerson(context, userId, textKey), signal);
    signal.throwIfAborted();
  }
}
