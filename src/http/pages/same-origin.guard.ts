import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Authenticator } from '../../access/authenticator';
import { guardedCall } from '../../access/guarded-call';

/** Accepts only forms of our own pages. Stops cross-site request forgery, including login CSRF. */
@Injectable()
export class SameOriginGuard implements CanActivate {
  constructor(private readonly authenticator: Authenticator) {}

  canActivate(context: ExecutionContext): boolean {
    const { request } = guardedCall(context);
    if (request.method === 'POST') this.authenticator.rejectForeignOrigin(request);
    return true;
  }
}
