import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../../kernel/ids';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import { SessionVerifier } from '../../../access/ports';
import type { AuthenticatedUser } from '../../../access/principal';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { SessionCookieService } from './session-cookie.service';
import { SessionsService } from './sessions.service';
import { SignInAuditService } from '../sign-in/sign-in-audit.service';

@Injectable()
export class SignOutService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly verifier: SessionVerifier,
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookieService,
    private readonly transactions: TransactionRunner,
    private readonly audit: SignInAuditService,
  ) {}

  /** Ends the session of the request's cookie. Succeeds without a session too: the user is signed out. */
  async signOut(request: IncomingRequest): Promise<{ setCookie: string }> {
    // Checked without a valid cookie too: the response clears cookies, which another site must not trigger.
    this.authenticator.rejectForeignOrigin(request);
    const person =
      request.sessionCookie === undefined ? null : await this.verifier.verify(request.sessionCookie, true);
    if (person?.credential.kind === 'session') await this.end(request, person, person.credential.id);
    return { setCookie: this.cookie.cleared() };
  }

  private async end(request: IncomingRequest, person: AuthenticatedUser, id: SessionId): Promise<void> {
    const here = await this.audit.memberHere(request, person.userId);
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      if (await this.sessions.end(tx, id, person.userId)) {
        await this.audit.done(tx, request, person, 'auth.signout', here);
      }
    });
  }
}
