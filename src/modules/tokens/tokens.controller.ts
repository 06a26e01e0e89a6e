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
