import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_SCIM_TOKEN } from './audited-scim-token';
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
    auditedRecord: AUDITED_SCIM_TOKEN,
    hasSecretAnswer: true,
    description:
      'Makes a token for a directory (plans business and enterprise). `token` is answered here only; `endpoint` is the base URL to enter beside it. Several can be good at once, so that one can be replaced without a gap; at most 20. `reachesAdmins` says whether the directory may make, change and remove admins, as the owner may: while the token is of the owner’s making. `expiresIn` is a time such as 90d, of at most 366 days; without it the token lives until it is revoked.',
  })
  create(context: CallContext, input: schemas.ScimTokensCreateInput) {
    return this.tokens.create(context, input);
  }

  @MutationProcedure('scim.tokens.revoke', {
    ...schemas.scimTokensRevoke,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    auditedRecord: AUDITED_SCIM_TOKEN,
    description: 'Ends a SCIM token: it is refused from the next request on. What it has synchronized stays.',
  })
  async revoke(context: CallContext, { id }: Input<typeof schemas.scimTokensRevoke>) {
    await this.tokens.revoke(context, id);
    return SUCCESS;
  }
}
