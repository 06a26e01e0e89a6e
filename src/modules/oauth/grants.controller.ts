import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_GRANT } from './audited-application';
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
      'The applications that the caller lets act for them in this organization, with the scopes that they have and when they were last used.',
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
    auditedRecord: AUDITED_GRANT,
    description: 'Takes back what the caller has let an application do: all its tokens end at once.',
  })
  async revoke(context: CallContext, { id }: Input<typeof schemas.grantsRevoke>) {
    await this.grants.revoke(context, id);
    return SUCCESS;
  }
}
