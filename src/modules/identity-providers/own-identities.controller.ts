import type { UserContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AUDITED_IDENTITY } from './identity-audit-snapshot';
import * as schemas from './own-identities.schemas';
import { OwnIdentitiesService } from './own-identities.service';

/** Requires a session of the user, and is audited, because these calls change how the user can sign in. */
const GUARDED = {
  scope: 'write',
  role: 'person',
  isSessionOnly: true,
  isAudited: true,
  isPrepared: true,
  recordAuditSnapshot: AUDITED_IDENTITY,
} as const;

@Procedures()
export class OwnIdentitiesController {
  constructor(private readonly identities: OwnIdentitiesService) {}

  @QueryProcedure('auth.identities.list', {
    ...schemas.identitiesList,
    scope: 'read',
    role: 'person',
    isSessionOnly: true,
    description:
      'The sign-in providers that the caller has signed in with, including disconnected ones. Requires a session.',
  })
  list(context: UserContext) {
    return this.identities.list(context);
  }

  @MutationProcedure('auth.identities.remove', {
    ...schemas.identitiesRemove,
    ...GUARDED,
    description:
      "Disconnects a sign-in provider: it can no longer sign in to the account. Ends the caller's other sessions and revokes the access of authorized applications. Requires the password if the session is older than ten minutes. CONFLICT for the last way to sign in. Requires a session.",
  })
  remove(context: UserContext, input: Input<typeof schemas.identitiesRemove>) {
    return this.identities.prepareRemoval(context, input);
  }

  @MutationProcedure('auth.identities.restore', {
    ...schemas.identitiesRestore,
    ...GUARDED,
    description:
      'Reconnects a disconnected sign-in provider. Requires the password if the session is older than ten minutes. Requires a session.',
  })
  restore(context: UserContext, input: Input<typeof schemas.identitiesRestore>) {
    return this.identities.prepareRestore(context, input);
  }
}
