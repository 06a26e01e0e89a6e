import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { newId, type OrganizationId, type SessionId, type UserId } from '../../../kernel/ids';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { AuthenticatedUser, SignInMethod } from '../../../access/principal';
import { EVERY_SCOPE } from '../../../access/scope';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { WrongPair } from '../accounts.errors';
import { SessionCookieService } from './session-cookie.service';
import { SessionJwtService } from './session-jwt.service';
import { SESSION_LIFETIME_SECONDS } from '../../../access/sessions/session-lifetime';
import { sessionTopic } from './cookie-session.verifier';
import {
  type AccountCondition,
  type NewSession,
  type SessionRow,
  SessionsRepository,
} from './sessions.repository';

const MAX_USER_AGENT = 500;

/** A user whose identity was verified, and how. */
export interface VerifiedUser {
  userId: UserId;
  method: SignInMethod;
  /** The organization whose single sign-on vouches for the user. */
  signOnOrganizationId?: OrganizationId;
  condition: AccountCondition;
}

export interface StartedSession {
  person: AuthenticatedUser;
  /** The `Set-Cookie` header with the session. */
  setCookie: string;
}

/** Starts and ends sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly sessions: SessionsRepository,
    private readonly jwt: SessionJwtService,
    private readonly cookie: SessionCookieService,
  ) {}

  /**
   * Starts a session. The caller has verified the user; the conditions are checked again when the session is
   * stored.
   */
  async begin(
    context: InTransaction<DatabaseContext>,
    proven: VerifiedUser,
    request: IncomingRequest,
  ): Promise<StartedSession> {
    const { userId, method, signOnOrganizationId = null } = proven;
    const fresh = newSession(request);
    const expiresAt = new Date(fresh.startedAt.getTime() + SESSION_LIFETIME_SECONDS * 1000);
    const session = { ...fresh, userId, method, signOnOrganizationId, expiresAt };
    if (!(await this.sessions.start(context, session, proven.condition))) throw new WrongPair();
    return this.given(session);
  }

  /**
   * A session for another host with the user and sign-in of an existing one: it has no more access, lives no
   * longer, and ends with the original. Null if the original has ended. The caller ensures that both belong to
   * the same browser.
   */
  async handOver(
    context: InTransaction<DatabaseContext>,
    from: SessionId,
    request: IncomingRequest,
  ): Promise<StartedSession | null> {
    const session = await this.sessions.handOver(context, from, newSession(request));
    return session === null ? null : this.given(session);
  }

  /** Ends the session on the server, immediately on every replica. False if the user has no such session. */
  end(context: DatabaseContext, id: SessionId, userId: UserId): Promise<boolean> {
    return this.transactions.run(context, async (tx) => {
      const isEnded = await this.sessions.end(tx, id, userId);
      tx.transaction.invalidate(sessionTopic(id));
      return isEnded;
    });
  }

  /** All sessions of a user, or all but one. */
  async endAll(
    context: InTransaction<DatabaseContext>,
    userId: UserId,
    except: SessionId | null = null,
  ): Promise<void> {
    for (const id of await this.sessions.endAll(context, userId, except)) {
      context.transaction.invalidate(sessionTopic(id));
    }
  }

  private async given(session: SessionRow): Promise<StartedSession> {
    const { id, userId, method, signOnOrganizationId, startedAt, expiresAt } = session;
    const value = await this.jwt.sign({ sessionId: id, userId }, expiresAt);
    const seconds = Math.floor((expiresAt.getTime() - startedAt.getTime()) / 1000);
    return {
      person: {
        userId,
        credential: { kind: 'session', id, method, signOnOrganizationId },
        scopes: EVERY_SCOPE,
      },
      setCookie: this.cookie.holding(value, seconds),
    };
  }
}

function newSession(request: IncomingRequest): NewSession {
  const userAgent = request.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;
  return { id: newId('session'), startedAt: clock.now(), ip: request.ip, userAgent };
}
