import type { PersonContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AUDITED_IDENTITY } from './audited-identity';
import * as schemas from './own-identities.schemas';
import { OwnIdentitiesService } from './own-identities.service';

/** Ways into the account: for its owner's session alone, and kept in the audit log. */
const GUARDED = {
  scope: 'write',
  role: 'person',
  isSessionOnly: true,
  isAudited: true,
  isPrepared: true,
  auditedRecord: AUDITED_IDENTITY,
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
      'The sign-in providers that the caller has signed in by, also those that were disconnected. Needs a session.',
  })
  list(context: PersonContext) {
    return this.identities.list(context);
  }

  @MutationProcedure('auth.identities.remove', {
    ...schemas.identitiesRemove,
    ...GUARDED,
    description:
      "Disconnects a sign-in provider: it lets nobody into the account any more, and the caller's other sessions and what they let applications do end. Takes the password when signing in was more than ten minutes ago. CONFLICT for the last way in. Needs a session.",
  })
  remove(context: PersonContext, input: Input<typeof schemas.identitiesRemove>) {
    return this.identities.prepareRemoval(context, input);
  }

  @MutationProcedure('auth.identities.restore', {
    ...schemas.identitiesRestore,
    ...GUARDED,
    description:
      'Lets a disconnected sign-in provider in again. Takes the password when signing in was more than ten minutes ago. Needs a session.',
  })
  restore(context: PersonContext, input: Input<typeof schemas.identitiesRestore>) {
    return this.identities.prepareRestore(context, input);
  }
}
