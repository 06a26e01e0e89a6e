import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { type SuccessorOf, PeopleDefaultsService, PeopleReassignmentService } from '../../columns';
import { MembersReadModel } from '../members.read-model';
import { SuccessorsRepository } from './successors.repository';

export interface ReassignItemsPayload {
  organizationId: OrganizationId;
  /** Who was removed. */
  from: UserId;
  /** Null: the items keep the name of who no longer exists, and only new items no longer get it. */
  to: UserId | null;
  /** Null: a directory, which hands nothing over. */
  actorId: UserId | null;
  /** The second run, which finds what was still being written while the person was removed. */
  isSecond?: boolean;
}

/** Longer than a call may take that saw the person as a member. */
const SECOND_AFTER_MS = 60_000;

/** Gives what someone was assigned to another member, on every board, a batch of items at a time. */
@Job({ name: 'members.reassign-items' })
@Injectable()
export class ReassignItemsJob implements JobHandler<ReassignItemsPayload> {
  constructor(
    private readonly defaults: PeopleDefaultsService,
    private readonly items: PeopleReassignmentService,
    private readonly successors: SuccessorsRepository,
    private readonly reads: MembersReadModel,
    private readonly jobs: Jobs,
  ) {}

  async perform(payload: ReassignItemsPayload, run: JobRun): Promise<void> {
    const { organizationId, from, to, actorId, isSecond = false } = payload;
    const context = { organizationId, transaction: null };
    // What someone who is back by now is given is theirs.
    if (isSecond && (await this.reads.get(context, from)) !== null) return;
    const heir: SuccessorOf = async (tx) => (to === null ? null : this.successors.lock(tx, to));
    // First, so that no new item gets the person while the old ones no longer exist through.
    await this.defaults.replace(context, from, heir);
    if (to !== null && actorId !== null)
      await this.items.reassign({ ...context, person: { userId: actorId } }, { from, heir }, run.signal);
    if (isSecond) return;
    const key = `${organizationId}:${from}`;
    const runAt = new Date(clock.nowMs() + SECOND_AFTER_MS);
    await this.jobs.enqueue(context, ReassignItemsJob, { ...payload, isSecond: true }, { key, runAt });
  }
}
