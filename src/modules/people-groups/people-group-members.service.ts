import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { memberTopic } from '../hierarchy';
import { GroupMembersNotFound } from './people-groups.errors';
import { peopleGroupsEvents } from './people-groups.events';
import { PeopleGroupsReadModel } from './people-groups.read-model';
import { PeopleGroupsRepository } from './people-groups.repository';
import type { GroupId } from './people-groups.schemas';
import { PeopleGroupsService } from './people-groups.service';

/** Who is in a group of people. */
@Injectable()
export class PeopleGroupMembersService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly service: PeopleGroupsService,
    private readonly groups: PeopleGroupsRepository,
    private readonly reads: PeopleGroupsReadModel,
    private readonly outbox: Outbox,
  ) {}

  async list(context: CallContext, id: GroupId, page: { cursor: UserId | null; limit: number }) {
    await this.service.get(context, id);
    const { rows, nextCursor } = await this.reads.members(context, id, page);
    return { members: rows.map(({ id: _id, ...member }) => member), nextCursor };
  }

  /** All of the users, or none if one is not an active member of the organization. */
  add(context: CallContext, id: GroupId, userIds: readonly UserId[]) {
    return this.transactions.run(context, async (tx) => {
      const groupId = await this.service.own(tx, id);
      const added = new Set(await this.groups.addMembers(tx, groupId, userIds));
      const members = await this.reads.namedMembers(tx, groupId, userIds);
      rejectMissing(userIds, (userId) => members.has(userId));
      for (const userId of added) tx.transaction.invalidate(memberTopic(userId));
      const events = [...added].map((userId) => peopleGroupsEvents.memberAdded.create({ groupId, userId }));
      await this.outbox.append(tx, ...events);
      return {
        members: userIds.map((userId) => ({
          ...members.get(userId)!,
          outcome: added.has(userId) ? ('added' as const) : ('unchanged' as const),
        })),
      };
    });
  }

  /** All of the users, or none if one is not in the group. */
  remove(context: CallContext, id: GroupId, userIds: readonly UserId[]): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const groupId = await this.service.own(tx, id);
      const removed = new Set(await this.groups.removeMembers(tx, groupId, userIds));
      rejectMissing(userIds, (userId) => removed.has(userId));
      for (const userId of removed) tx.transaction.invalidate(memberTopic(userId));
      const events = [...removed].map((userId) =>
        peopleGroupsEvents.memberRemoved.create({ groupId, userId }),
      );
      await this.outbox.append(tx, ...events);
    });
  }
}

function rejectMissing(userIds: readonly UserId[], isThere: (userId: UserId) => boolean): void {
  const issues = userIds.flatMap((userId, index) =>
    isThere(userId) ? [] : [{ path: `userIds.${index}`, message: 'No such member' }],
  );
  if (issues.length > 0) throw new GroupMembersNotFound(issues);
}
