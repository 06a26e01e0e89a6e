import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AccessForbidden, CredentialLimited } from '../access-errors';
import { guardedCall } from '../guarded-call';

/** Fourth guard: checks the scopes of the credential, and whether its limits allow the kind of call. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { requirement, person } = guardedCall(context);
    if (!person!.scopes.has(requirement.scope)) {
      throw new AccessForbidden(`The token lacks the scope ${requirement.scope}`);
    }
    if (requirement.isSessionOnly === true && person!.credential.kind !== 'session') {
      throw new AccessForbidden('Requires a session; a token cannot make this call');
    }
    if (person!.placeLimits !== undefined && requirement.isWithinPlaces !== true)
      throw new CredentialLimited();
    return true;
  }
}
