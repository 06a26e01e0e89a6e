import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { NotAllowed } from './access-errors';
import { guardedCall } from './guarded-call';

/** Fourth guard: what the credential may be used for. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { requirement, person } = guardedCall(context);
    if (!person!.scopes.has(requirement.scope)) {
      throw new NotAllowed(`This token lacks the scope ${requirement.scope}`);
    }
    if (requirement.isSessionOnly === true && person!.credential.kind !== 'session') {
      throw new NotAllowed('This needs the session of a signed-in person; a token may not do it');
    }
    return true;
  }
}
