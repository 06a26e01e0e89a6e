import { Injectable } from '@nestjs/common';
import { idPattern, newId, type UserId } from '../../../kernel/ids';
import { memberTopic, RecordNotFound } from '../../hierarchy';
import { ProvisionedMembersService } from '../../members';
import { rejectOtherVersion } from '../resources/entity-tag';
import type { GroupRecord } from './group-record';
import { GroupRolesService } from './group-roles.service';
import type { ListQuery } from '../resources/list-query';
import { type GroupDraft, patchGroup, setGroupAttributes } from '../patch/patch-group';
import type { PatchOperation } from '../patch/patch-operations';
import { ScimAuditService, type ScimTx } from '../scim-audit.service';
import type { ScimContext } from '../scim-client';
import { ScimGroupsReadModel } from './scim-groups.read-model';
import { groupNameKey, ScimGroupsRepository } from './scim-groups.repository';
import { ScimError } from '../scim-error';
import { ScimUsersRepository } from '../users/scim-users.repository';

/** Checked before the query, because PostgreSQL cannot compare every text. */
const GROUP_ID = idPattern('directoryGroup');

/** Groups of an organization's directory. They have members, and set roles if they are mapped. */
@Injectable()
export class ScimGroupsService {
  constructor(
    private readonly audit: ScimAuditService,
    private readonly members: ProvisionedMembersService,
    private readonly groups: ScimGroupsRepository,
    private readonly users: ScimUsersRepository,
    private readonly reads: ScimGroupsReadModel,
    private readonly roles: GroupRolesService,
  ) {}

  list(context: ScimContext, query: ListQuery) {
    return this.reads.list(context, query);
  }

  async get(context: ScimContext, id: string, withMembers = true): Promise<GroupRecord> {
    const group = GROUP_ID.test(id) ? await this.reads.get(context, id, withMembers) : null;
    if (group === null) throw new RecordNotFound('group');
    return group;
  }

  create(context: ScimContext, attributes: Record<string, unknown>): Promise<GroupRecord> {
    const draft: GroupDraft = { displayName: '', externalId: null, members: new Set() };
    setGroupAttributes(draft, attributes);
    const action = 'scim.groups.create';
    return this.audit.run(context, { action }, async (tx) => {
      await this.members.lock(tx);
      await this.rejectTaken(tx, draft, null);
      const id = newId('directoryGroup');
      await this.groups.create(tx, id, draft);
      const added = [...draft.members];
      await this.add(tx, id, added);
      await this.users.touch(tx, added);
      renewAccess(tx, added);
      await this.roles.apply(tx, added, [draft.displayName]);
      const { displayName, externalId } = draft;
      await this.audit.done(tx, action, id, { displayName, externalId, added });
      return this.get(tx, id);
    });
  }

  replace(context: ScimContext, id: string, attributes: Record<string, unknown>): Promise<GroupRecord> {
    return this.change(context, id, (draft) => {
      const empty: GroupDraft = { displayName: '', externalId: null, members: new Set() };
      Object.assign(draft, empty);
      setGroupAttributes(draft, attributes);
    });
  }

  patch(context: ScimContext, id: string, operations: readonly PatchOperation[]): Promise<GroupRecord> {
    return this.change(context, id, (draft) => patchGroup(draft, operations));
  }

  delete(context: ScimContext, id: string): Promise<void> {
    const action = 'scim.groups.delete';
    return this.audit.run(context, { action, target: id }, async (tx) => {
      await this.members.lock(tx);
      const group = await this.get(tx, id, false);
      rejectOtherVersion(tx.request, group);
      const removed = await this.reads.memberIds(tx, group.id);
      await this.groups.delete(tx, group.id);
      await this.users.touch(tx, removed);
      renewAccess(tx, removed);
      await this.roles.apply(tx, removed, [group.displayName]);
      await this.audit.done(tx, action, id, { displayName: group.displayName, removed });
    });
  }

  private change(context: ScimContext, id: string, apply: (draft: GroupDraft) => void): Promise<GroupRecord> {
    const action = 'scim.groups.update';
    return this.audit.run(context, { action, target: id }, async (tx) => {
      await this.members.lock(tx);
      const before = await this.get(tx, id, false);
      rejectOtherVersion(tx.request, before);
      const had = new Set(await this.reads.memberIds(tx, before.id));
      const { displayName, externalId } = before;
      const draft: GroupDraft = { displayName, externalId, members: new Set(had) };
      apply(draft);
      const added = [...draft.members].filter((userId) => !had.has(userId));
      const removed = [...had].filter((userId) => !draft.members.has(userId));
      const isRenamed = draft.displayName !== displayName;
      if (!isRenamed && draft.externalId === externalId && added.length + removed.length === 0) return before;
      if (isRenamed) await this.rejectTaken(tx, draft, before);
      await this.groups.rename(tx, before.id, draft);
      await this.add(tx, before.id, added);
      await this.groups.remove(tx, before.id, removed);
      const affected = isRenamed ? [...new Set([...had, ...added])] : [...added, ...removed];
      await this.users.touch(tx, affected);
      renewAccess(tx, [...added, ...removed]);
      await this.roles.apply(tx, affected, [displayName, draft.displayName]);
      const details = { displayName: draft.displayName, externalId: draft.externalId, added, removed };
      await this.audit.done(tx, action, id, details);
      return this.get(tx, id, false);
    });
  }

  private async add(tx: ScimTx, id: GroupRecord['id'], userIds: readonly UserId[]): Promise<void> {
    if ((await this.groups.add(tx, id, userIds)) < userIds.length)
      throw new ScimError('invalidValue', 'members: each must be the id of a user of this organization');
  }

  private async rejectTaken(
    tx: ScimTx,
    { displayName }: GroupDraft,
    group: GroupRecord | null,
  ): Promise<void> {
    if (displayName === '') throw new ScimError('invalidValue', 'displayName: is missing');
    if (await this.reads.isTaken(tx, groupNameKey(displayName), group?.id ?? null))
      throw new ScimError('uniqueness', 'displayName: a group of the organization has this name already');
  }
}

/** Groups can give access to workspaces (decision 0133). */
function renewAccess(tx: ScimTx, userIds: readonly UserId[]): void {
  for (const userId of userIds) tx.transaction.invalidate(memberTopic(userId));
}
