import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import { AUDITED_TOKEN } from '../token-audit-snapshot';
import * as schemas from './organization-tokens.schemas';
import { OrganizationTokensService } from './organization-tokens.service';

@Procedures()
export class OrganizationTokensController {
  constructor(private readonly tokens: OrganizationTokensService) {}

  @QueryProcedure('organizations.tokens.list', {
    ...schemas.organizationTokensList,
    scope: 'read',
    role: 'admin',
    description:
      'The personal access tokens of all members, or of the member `userId`, oldest first, without their secrets. `workspaceIds`, `boardIds` and `allowedCidrs` are the limits of a token, null for none. `exceedsMaxLifetime` is true for a token that was created with a longer lifetime than the organization allows now. Expired tokens are listed for 30 days.',
  })
  async list(context: CallContext, input: schemas.OrganizationTokensListInput) {
    const { rows, nextCursor } = await this.tokens.list(context, input);
    return { tokens: rows, nextCursor };
  }

  @MutationProcedure('organizations.tokens.revoke', {
    ...schemas.organizationTokensRevoke,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_TOKEN,
    description:
      'Revokes the token of any member, effective immediately. The owner of the token gets a mail, unless it is the caller.',
  })
  async revoke(context: CallContext, { id }: Input<typeof schemas.organizationTokensRevoke>) {
    await this.tokens.revoke(context, id);
    return SUCCESS;
  }
}
