import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import { AUDITED_SCIM_TOKEN } from './scim-token-audit-snapshot';
import * as schemas from './scim-tokens.schemas';
import { ScimTokensService } from './scim-tokens.service';

@Procedures()
export class ScimTokensController {
  constructor(private readonly tokens: ScimTokensService) {}

  @QueryProcedure('scim.tokens.list', {
    ...schemas.scimTokensList,
    scope: 'read',
    role: 'admin',
    description:
      'The tokens that directories use to synchronize members by SCIM, oldest first, without their secrets.',
  })
  async list(context: CallContext, { cursor, limit }: Input<typeof schemas.scimTokensList>) {
    const { rows, nextCursor } = await this.tokens.list(context, { cursor: cursor ?? null, limit });
    return { tokens: rows, nextCursor };
  }

  @MutationProcedure('scim.tokens.create', {
    ...schemas.scimTokensCreate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_SCIM_TOKEN,
    hasSecretAnswer: true,
    description:
      'Creates a token for a directory (business and enterprise plans). `token` is returned only here; `endpoint` is the base URL to enter in the directory. Up to 20 tokens can be active at the same time, so that a token can be replaced without downtime. `reachesAdmins` is true if the token can create, change and remove admins, which requires that the owner created it. `expiresIn` is a duration such as 90d, at most 366 days; without it the token is valid until it is revoked.',
  })
  create(context: CallContext, input: schemas.ScimTokensCreateInput) {
    return this.tokens.create(context, input);
  }

  @MutationProcedure('scim.tokens.revoke', {
    ...schemas.scimTokensRevoke,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_SCIM_TOKEN,
    description:
      'Revokes a SCIM token, effective with the next request. Synchronized users and groups are kept.',
  })
  async revoke(context: CallContext, { id }: Input<typeof schemas.scimTokensRevoke>) {
    await this.tokens.revoke(context, id);
    return SUCCESS;
  }
}
