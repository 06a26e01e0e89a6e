import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email-key';
import { idPattern } from '../../../kernel/ids';
import { RecordNotFound } from '../../hierarchy';
import { ProvisionedMembersService } from '../../members';
import type { ListQuery } from '../resources/list-query';
import { patchUser, setUserAttributes } from '../patch/patch-user';
import type { PatchOperation } from '../patch/patch-operations';
import { rejectOtherVersion } from '../resources/entity-tag';
import { ScimAuditService, type ScimTx } from '../scim-audit.service';
import type { ScimContext } from '../scim-client';
import { ScimAccountsService } from '../scim-accounts.service';
import { ScimError } from '../scim-error';
import { ScimUsersReadModel } from './scim-users.read-model';
import { ScimUsersRepository } from './scim-users.repository';
import { draftOf, emptyUser, type UserDraft } from './user-draft';
import type { UserRecord } from './user-record';

/** Checked before the query, because PostgreSQL cannot compare every text. */
const USER_ID = idPattern('user');

/** Members of an organization, managed by its directory. */
@Injectable()
export class ScimUsersService {
  constructor(
    private readonly audit: ScimAuditService,
    private readonly members: ProvisionedMembersService,
    private readonly accounts: ScimAccountsService,
    private readonly users: ScimUsersRepository,
    private readonly reads: ScimUsersReadModel,
  ) {}

  list(context: ScimContext, query: ListQuery) {
    return this.reads.list(context, query);
  }

  async get(context: ScimContext, id: string): Promise<UserRecord> {
    const user = USER_ID.test(id) ? await this.reads.get(context, id) : null;
    if (user === null) throw new RecordNotFound('user');
    return user;
  }

  create(context: ScimContext, attributes: Record<string, unknown>): Promise<UserRecord> {
    const draft = emptyUser();
    setUserAttributes(draft, attributes);
    if (draft.userName === '') throw new ScimError('invalidValue', 'userName: is missing');
    const action = 'scim.users.create';
    return this.audit.run(context, { action }, async (tx) => {
      await this.members.lock(tx);
      await this.rejectTaken(tx, draft, null);
      const id = await this.accounts.add(tx, draft);
      if (!draft.isActive) await this.members.setActive(tx, id, false);
      await this.users.save(tx, id, draft);
      await this.audit.done(tx, action, id, detailsOf(draft));
      return this.get(tx, id);
    });
  }

  /** Clears attributes that the body does not contain, except `active` and the address. */
  replace(context: ScimContext, id: string, attributes: Record<string, unknown>): Promise<UserRecord> {
    return this.change(context, id, (before) => {
      const draft = { ...emptyUser(), isActive: before.isActive };
      setUserAttributes(draft, attributes);
      if (draft.userName === '') throw new ScimError('invalidValue', 'userName: is missing');
      return draft;
    });
  }

  patch(context: ScimContext, id: string, operations: readonly PatchOperation[]): Promise<UserRecord> {
    return this.change(context, id, (before) => {
      const draft = draftOf(before);
      patchUser(draft, operations);
      return draft;
    });
  }

  /** Removes the membership. What the user created remains, and so does the account. */
  delete(context: ScimContext, id: string): Promise<void> {
    const action = 'scim.users.delete';
    return this.audit.run(context, { action, target: id }, async (tx) => {
      await this.members.lock(tx);
      const user = await this.get(tx, id);
      rejectOtherVersion(tx.request, user);
      await this.members.remove(tx, user.id);
      await this.audit.done(tx, action, id, detailsOf(draftOf(user)));
    });
  }

  private change(
    context: ScimContext,
    id: string,
    apply: (before: UserRecord) => UserDraft,
  ): Promise<UserRecord> {
    const action = 'scim.users.update';
    return this.audit.run(context, { action, target: id }, async (tx) => {
      await this.members.lock(tx);
      const before = await this.get(tx, id);
      rejectOtherVersion(tx.request, before);
      const was = { ...draftOf(before), email: before.email };
      const draft = apply(before);
      draft.email = this.accounts.emailOf(draft, before);
      const changed = (Object.keys(draft) as (keyof UserDraft)[]).filter((key) => draft[key] !== was[key]);
      if (changed.length === 0) return before;
      if (changed.includes('userName')) await this.rejectTaken(tx, draft, before);
      await this.accounts.updateAccount(tx, before, draft);
      if (changed.includes('isActive')) await this.members.setActive(tx, before.id, draft.isActive);
      await this.users.save(tx, before.id, draft);
      const changes = { before: only(changed, was), after: only(changed, draft) };
      await this.audit.done(tx, action, id, { ...detailsOf(draft), changed, ...changes });
      return this.get(tx, id);
    });
  }

  private async rejectTaken(tx: ScimTx, { userName }: UserDraft, user: UserRecord | null): Promise<void> {
    if (await this.reads.isTaken(tx, emailKey(userName), user?.id ?? null))
      throw new ScimError('uniqueness', 'userName: a member of the organization has this user name already');
  }
}

function detailsOf({ userName, externalId, isActive }: UserDraft) {
  return { userName, externalId, active: isActive };
}

function only(fields: readonly (keyof UserDraft)[], draft: UserDraft) {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}
