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
  /** The removed member. */
  from: UserId;
  /** Null: existing items keep the removed member, and new items no longer get the member as a default. */
  to: UserId | null;
  /** Null: the change was made by a directory, which names no successor. */
  actorId: UserId | null;
  /** The second run, for items that were written while the member was being removed. */
  isSecond?: boolean;
}

/** Longer than the longest call that could have started before the removal. */
const SECOND_AFTER_MS = 60_000;

/** Reassigns a removed member's items to the successor on every board, in batches. */
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
    // If the user has rejoined since, items that were assigned to the user in the meantime are not changed.
    if (isSecond && (await this.reads.get(context, from)) !== null) return;
    const successor: SuccessorOf = async (tx) => (to === null ? null : this.successors.lock(tx, to));
    // The defaults first, so that no new item is assigned to the removed member while the job runs.
    await this.defaults.replace(context, from, successor);
    if (to !== null && actorId !== null)
      await this.items.reassign({ ...context, person: { userId: actorId } }, { from, successor }, run.signal);
    if (isSecond) return;
    const key = `${organizationId}:${from}`;
    const runAt = new Date(clock.nowMs() + SECOND_AFTER_MS);
    await this.jobs.enqueue(context, ReassignItemsJob, { ...payload, isSecond: true }, { key, runAt });
  }
}
