import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import { AUDITED_GRANT } from '../applications/application-audit-snapshot';
import { GrantsService } from './grants.service';
import * as schemas from './grants.schemas';

@Procedures()
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  @QueryProcedure('oauth.grants.list', {
    ...schemas.grantsList,
    scope: 'read',
    role: 'guest',
    description:
      'The applications that the caller has authorized in this organization, with their scopes and the time of last use.',
  })
  async list(context: CallContext, { cursor, limit }: Input<typeof schemas.grantsList>) {
    const { rows, nextCursor } = await this.grants.list(context, { cursor: cursor ?? null, limit });
    return { grants: rows, nextCursor };
  }

  @MutationProcedure('oauth.grants.revoke', {
    ...schemas.grantsRevoke,
    scope: 'write',
    role: 'guest',
    isAudited: true,
    recordAuditSnapshot: AUDITED_GRANT,
    description: "Revokes the caller's authorization of an application. Its tokens stop working immediately.",
  })
  async revoke(context: CallContext, { id }: Input<typeof schemas.grantsRevoke>) {
    await this.grants.revoke(context, id);
    return SUCCESS;
  }
}
