import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_TOKEN } from './token-audit-snapshot';
import * as schemas from './tokens.schemas';
import { TokensService } from './tokens.service';

@Procedures()
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @QueryProcedure('auth.tokens.list', {
    ...schemas.tokensList,
    scope: 'read',
    role: 'guest',
    description: "The caller's tokens in this organization, oldest first, without their secrets.",
  })
  async list(context: CallContext, { cursor, limit }: Input<typeof schemas.tokensList>) {
    const { rows, nextCursor } = await this.tokens.list(context, { cursor: cursor ?? null, limit });
    return { tokens: rows, nextCursor };
  }

  @MutationProcedure('auth.tokens.create', {
    ...schemas.tokensCreate,
    scope: 'write',
    role: 'guest',
    isAudited: true,
    recordAuditSnapshot: AUDITED_TOKEN,
    hasSecretAnswer: true,
    description:
      'Creates a personal access token, as `POST /api/auth/tokens` does. `token` is the secret and is returned only here. `workspaceIds` or `boardIds` limit what the token sees, and `allowedCidrs` from where it can be used; the response has those limits that the token has. `expiresIn` is a duration such as 90d, at most 366 days or `maxTokenLifetimeDays` of the organization, which requires it. A token needs the scope `admin` and gives at most its own scopes, lifetime and limits.',
  })
  create(context: CallContext, input: schemas.TokensCreateInput) {
    return this.tokens.create(context, input);
  }

  @MutationProcedure('auth.tokens.revoke', {
    ...schemas.tokensRevoke,
    scope: 'write',
    role: 'guest',
    isAudited: true,
    recordAuditSnapshot: AUDITED_TOKEN,
    description: "Revokes one of the caller's tokens, effective immediately.",
  })
  async revoke(context: CallContext, { tokenId }: Input<typeof schemas.tokensRevoke>) {
    await this.tokens.revoke(context, tokenId);
    return SUCCESS;
  }
}
