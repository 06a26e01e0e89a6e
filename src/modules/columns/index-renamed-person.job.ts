import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { inBatches } from '../../platform/schedule/in-batches';
import { Hierarchy } from '../hierarchy';
import { naturalKey } from './kinds/natural-key';
import { RenamedPeopleRepository } from './renamed-people.repository';

export interface RenamedPerson {
  organizationId: OrganizationId;
  userId: UserId;
}

/** People's cells sort by the first one's name, which the index copies: after a change of name it is copied again. */
@Job({ name: 'columns.index-renamed-person' })
@Injectable()
export class IndexRenamedPersonJob implements JobHandler<RenamedPerson> {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly cells: RenamedPeopleRepository,
  ) {}

  async perform({ organizationId, userId }: RenamedPerson, { signal }: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    const names = await this.hierarchy.memberNames(context, [userId]);
    const textKey = naturalKey(names.get(userId) ?? '');
    await inBatches(() => this.cells.index(context, userId, textKey), signal);
    signal.throwIfAborted();
  }
}
