import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type PeopleGroupId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import type { Input } from '../../rpc/schema';
import { isOfDirectory, organizationTopic, RecordNotFound } from '../hierarchy';
import { GroupChanged, GroupLimitExceeded, GroupNameTaken, GroupOfDirectory } from './people-groups.errors';
import { peopleGroupsEvents } from './people-groups.events';
import { PeopleGroupsReadModel } from './people-groups.read-model';
import { nameKey, PeopleGroupsRepository } from './people-groups.repository';
import {
  type GroupId,
  type GroupOutput,
  GROUPS_MAX,
  type groupsCreate,
  type GroupsListInput,
  type GroupsUpdateInput,
} from './people-groups.schemas';

type Tx = InTransaction<CallContext>;

/** Groups of people; the workspaces module gives them roles (decision 0133). */
@Injectable()
export class PeopleGroupsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly groups: PeopleGroupsRepository,
    private readonly reads: PeopleGroupsReadModel,
    private readonly outbox: Outbox,
  ) {}

  async list(context: CallContext, input: GroupsListInput) {
    const { rows, nextCursor } = await this.reads.list(context, input);
    return { groups: rows, nextCursor };
  }

  async get(context: CallContext, id: GroupId): Promise<GroupOutput> {
    const group = await this.reads.find(context, id);
    if (group === null) throw new RecordNotFound('group');
    return group;
  }

  create(
    context: CallContext,
    { name, description = null }: Input<typeof groupsCreate>,
  ): Promise<GroupOutput> {
    return this.transactions.run(context, async (tx) => {
      if ((await this.groups.lockCount(tx)) >= GROUPS_MAX) throw new GroupLimitExceeded();
      if (await this.groups.isTaken(tx, name, null)) throw new GroupNameTaken();
      const id = newId('peopleGroup');
      const now = clock.now();
      await this.groups.insert(tx, {
        id,
        name,
        nameKey: nameKey(name),
        description,
        createdAt: now,
        updatedAt: now,
      });
      const group = await this.get(tx, id);
      await this.outbox.append(tx, peopleGroupsEvents.created.create({ group }));
      return group;
    });
  }

  update(
    context: CallContext,
    { id, name, description, expectedUpdatedAt }: GroupsUpdateInput,
  ): Promise<GroupOutput> {
    return this.transactions.run(context, async (tx) => {
      const ownId = await this.own(tx, id);
      if (name !== undefined) {
        await this.groups.lockCount(tx);
        if (await this.groups.isTaken(tx, name, ownId)) throw new GroupNameTaken();
      }
      const patch = {
        ...(name === undefined ? {} : { name, nameKey: nameKey(name) }),
        ...(description === undefined ? {} : { description }),
      };
      if ((await this.groups.update(tx, ownId, patch, expectedUpdatedAt)) === null) throw new GroupChanged();
      const group = await this.get(tx, ownId);
      await this.outbox.append(tx, peopleGroupsEvents.updated.create({ group }));
      return group;
    });
  }

  /** Ends the access that members have through the group. */
  delete(
    context: CallContext,
    { id, expectedUpdatedAt }: { id: GroupId; expectedUpdatedAt: Date | undefined },
  ): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const ownId = await this.own(tx, id);
      const group = await this.get(tx, ownId);
      if (expectedUpdatedAt !== undefined && group.updatedAt !== expectedUpdatedAt.toISOString())
        throw new GroupChanged();
      await this.groups.delete(tx, ownId);
      // One topic instead of one for each member: groups can have thousands, and are seldom deleted.
      tx.transaction.invalidate(organizationTopic(tx.organizationId));
      await this.outbox.append(tx, peopleGroupsEvents.deleted.create({ group }));
    });
  }

  /** The id of a group that the organization manages; throws for one of its directory. */
  async own(tx: Tx, id: GroupId): Promise<PeopleGroupId> {
    await this.get(tx, id);
    if (isOfDirectory(id)) throw new GroupOfDirectory();
    return id;
  }
}
