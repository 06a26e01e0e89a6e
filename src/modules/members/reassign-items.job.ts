import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { OrganizationId, UserId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { Jobs } from '../../platform/jobs/jobs';
import { type HeirOf, PeopleDefaults, PeopleReassignment } from '../columns';
import { MembersReadModel } from './members.read-model';
import { SuccessorsRepository } from './successors.repository';

export interface ReassignItemsPayload {
  organizationId: OrganizationId;
  /** Who was removed. */
  from: UserId;
  /** Null: the items keep the name of who is gone, and only new items no longer get it. */
  to: UserId | null;
  /** Null: a directory, which hands nothing over. */
  actorId: UserId | null;
  /** The second run, which finds what was still being written while the person was removed. */
  isSecond?: boolean;
}

/** Longer than a call may take that saw the person as a member. */
const SECOND_AFTER_MS = 60_000;

/** Gives what somebody was assigned to another member, on every board, a batch of items at a time. */
@Job({ name: 'members.reassign-items' })
@Injectable()
export class ReassignItems implements JobHandler<ReassignItemsPayload> {
  constructor(
    private readonly defaults: PeopleDefaults,
    private readonly items: PeopleReassignment,
    private readonly successors: SuccessorsRepository,
    private readonly reads: MembersReadModel,
    private readonly jobs: Jobs,
  ) {}

  async perform(payload: ReassignItemsPayload, run: JobRun): Promise<void> {
    const { organizationId, from, to, actorId, isSecond = false } = payload;
    const context = { organizationId, transaction: null };
    // What somebody who is back by now is given is theirs.
    if (isSecond && (await this.reads.get(context, from)) !== null) return;
    const heir: HeirOf = async (tx) => (to === null ? null : this.successors.hold(tx, to));
    // First, so that no new item gets the person while the old ones are gone through.
    await this.defaults.replace(context, from, heir);
    if (to !== null && actorId !== null)
      await this.items.reassign({ ...context, person: { userId: actorId } }, { from, heir }, run.signal);
    if (isSecond) return;
    const key = `${organizationId}:${from}`;
    const runAt = new Date(clock.nowMs() + SECOND_AFTER_MS);
    await this.jobs.enqueue(context, ReassignItems, { ...payload, isSecond: true }, { key, runAt });
  }
}
