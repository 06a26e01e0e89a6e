import type { UserContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import { OwnSessionsService } from './own-sessions.service';
import * as schemas from './sessions.schemas';

@Procedures()
export class SessionsController {
  constructor(private readonly sessions: OwnSessionsService) {}

  @QueryProcedure('auth.sessions.list', {
    ...schemas.sessionsList,
    scope: 'read',
    role: 'person',
    isSessionOnly: true,
    description:
      "The caller's active sessions, newest first; `lastSeenAt` is accurate to a few seconds. Requires a session.",
  })
  list(context: UserContext, { cursor, limit }: Input<typeof schemas.sessionsList>) {
    return this.sessions.list(context, { cursor: cursor ?? null, limit });
  }

  @MutationProcedure('auth.sessions.revoke', {
    ...schemas.sessionsRevoke,
    scope: 'write',
    role: 'person',
    isSessionOnly: true,
    isAudited: true,
    description:
      "Ends one of the caller's sessions immediately, or with `others: true` all except the current one. Requires a session.",
  })
  async revoke(context: UserContext, input: Input<typeof schemas.sessionsRevoke>) {
    await this.sessions.revoke(context, input);
    return SUCCESS;
  }
}
