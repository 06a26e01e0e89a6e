import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { PeopleDefaults, PeopleReassignment } from '../columns';

export interface ReassignItemsPayload {
  organizationId: OrganizationId;
  /** Who was removed. */
  from: UserId;
  /** Null: the items keep the name of who is gone, and only new items no longer get it. */
  to: UserId | null;
  /** Null: a directory, which hands nothing over. */
  actorId: UserId | null;
}

/** Gives what somebody was assigned to another member, on every board, a batch of items at a time. */
@Job({ name: 'members.reassign-items' })
@Injectable()
export class ReassignItems implements JobHandler<ReassignItemsPayload> {
  constructor(
    private readonly defaults: PeopleDefaults,
    private readonly items: PeopleReassignment,
  ) {}

  async perform({ organizationId, from, to, actorId }: ReassignItemsPayload, run: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    // First, so that no new item gets the person while the old ones are gone through.
    await this.defaults.replace(context, from, to);
    if (to === null || actorId === null) return;
    await this.items.reassign({ ...context, person: { userId: actorId } }, { from, to }, run.signal);
  }
}
