import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../kernel/ids';
import { Authenticator } from '../../access/authenticator';
import type { IncomingRequest } from '../../access/incoming-request';
import { SessionVerifier } from '../../access/ports';
import type { Person } from '../../access/principal';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { SessionCookie } from './session-cookie';
import { SessionsService } from './sessions.service';
import { SignInAudit } from './sign-in-audit';

@Injectable()
export class SignOutService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly verifier: SessionVerifier,
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
    private readonly transactions: TransactionRunner,
    private readonly audit: SignInAudit,
  ) {}

  /** Ends the session of the request's cookie. Nothing to end is a success too: the person is signed out. */
  async signOut(request: IncomingRequest): Promise<{ setCookie: string }> {
    // Also without a cookie that holds: the answer clears cookies, which another site must not get to do.
    this.authenticator.refuseForeignOrigin(request);
    const person =
      request.sessionCookie === undefined ? null : await this.verifier.verify(request.sessionCookie);
    if (person?.credential.kind === 'session') await this.end(request, person, person.credential.id);
    return { setCookie: this.cookie.cleared() };
  }

  private async end(request: IncomingRequest, person: Person, id: SessionId): Promise<void> {
    const here = await this.audit.memberHere(request, person.userId);
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      if (await this.sessions.end(tx, id, person.userId)) {
        await this.audit.done(tx, request, person, 'auth.signout', here);
      }
    });
  }
}
