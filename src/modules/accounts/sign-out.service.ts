import { Injectable } from '@nestjs/common';
import { Authenticator } from '../../access/authenticator';
import type { IncomingRequest } from '../../access/incoming-request';
import { SessionVerifier } from '../../access/ports';
import { SessionCookie } from './session-cookie';
import { SessionsService } from './sessions.service';

@Injectable()
export class SignOutService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly verifier: SessionVerifier,
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
  ) {}

  /** Ends the session of the request's cookie. Nothing to end is a success too: the person is signed out. */
  async signOut(request: IncomingRequest): Promise<{ setCookie: string }> {
    // Also without a cookie that holds: the answer clears cookies, which another site must not get to do.
    this.authenticator.refuseForeignOrigin(request);
    const person =
      request.sessionCookie === undefined ? null : await this.verifier.verify(request.sessionCookie);
    if (person?.credential.kind === 'session') await this.sessions.end(person.credential.id, person.userId);
    return { setCookie: this.cookie.cleared() };
  }
}
