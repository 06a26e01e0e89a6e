import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_SERVICE_ACCOUNT } from '../members';
import { AUDITED_TOKEN } from '../tokens';
import * as schemas from './service-accounts.schemas';
import { ServiceAccountsService } from './service-accounts.service';

@Procedures()
export class ServiceAccountsController {
  constructor(private readonly serviceAccounts: ServiceAccountsService) {}

  @QueryProcedure('organizations.serviceAccounts.list', {
    ...schemas.serviceAccountsList,
    scope: 'read',
    role: 'admin',
    description:
      'The service accounts of the organization, oldest first. `search` matches any part of the name. `organizations.tokens.list` lists the tokens of one.',
  })
  async list(context: CallContext, input: schemas.ServiceAccountsListInput) {
    const { rows, nextCursor } = await this.serviceAccounts.list(context, input);
    return { serviceAccounts: rows, nextCursor };
  }

  @MutationProcedure('organizations.serviceAccounts.create', {
    ...schemas.serviceAccountsCreate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_SERVICE_ACCOUNT,
    description:
      'Creates a service account: a member for the tokens of an integration, which has no address and no password, cannot sign in and gets no mail. `role` is member by default; only the owner can create an admin, and no one an owner. An organization can have 1,000 service accounts, deactivated ones included; more are BAD_REQUEST. Its id is a user id: `workspaces.members.add`, `boards.members.add` and all procedures of members accept it.',
  })
  create(context: CallContext, input: schemas.ServiceAccountsCreateInput) {
    return this.serviceAccounts.create(context, input);
  }

  @MutationProcedure('organizations.serviceAccounts.update', {
    ...schemas.serviceAccountsUpdate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_SERVICE_ACCOUNT,
    description:
      'Renames a service account. `organizations.members.updateRole` changes its role; `organizations.members.deactivate` and `reactivate` turn it off and on. Only the owner can change an admin.',
  })
  update(context: CallContext, { id, name, expectedUpdatedAt }: Input<typeof schemas.serviceAccountsUpdate>) {
    return this.serviceAccounts.rename(context, id, { name, expected: expectedUpdatedAt });
  }

  @MutationProcedure('organizations.serviceAccounts.delete', {
    ...schemas.serviceAccountsDelete,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_SERVICE_ACCOUNT,
    description:
      'Deletes a service account with its tokens, workspace memberships and shared boards, effective immediately. What it created is kept. Items assigned to it are reassigned to `reassignTo` in the background. Only the owner can delete an admin.',
  })
  async delete(context: CallContext, { id, reassignTo }: Input<typeof schemas.serviceAccountsDelete>) {
    await this.serviceAccounts.delete(context, id, reassignTo);
    return SUCCESS;
  }

  @MutationProcedure('organizations.serviceAccounts.createToken', {
    ...schemas.serviceAccountsCreateToken,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_TOKEN,
    hasSecretAnswer: true,
    description:
      'Creates a personal access token of a service account, as `auth.tokens.create` does for the caller. `token` is the secret and is returned only here. A token that calls it gives at most its own scopes, lifetime and addresses. Only the owner can create a token of an admin. `organizations.tokens.revoke` revokes it.',
  })
  createToken(context: CallContext, input: schemas.ServiceAccountsCreateTokenInput) {
    return this.serviceAccounts.createToken(context, input);
  }
}
