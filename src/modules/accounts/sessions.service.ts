import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type OrganizationId, type SessionId, type UserId } from '../../kernel/ids';
import type { IncomingRequest } from '../../access/incoming-request';
import type { Person, SignInMethod } from '../../access/principal';
import { EVERY_SCOPE } from '../../access/scope';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { WrongPair } from './accounts.errors';
import { SessionCookie } from './session-cookie';
import { SessionJwt } from './session-jwt';
import { SESSION_LIFETIME_SECONDS } from './session-lifetime';
import { sessionTopic } from './session-verifier';
import {
  type AccountCondition,
  type NewSession,
  type SessionRow,
  SessionsRepository,
} from './sessions.repository';

const MAX_USER_AGENT = 500;

/** Somebody whose identity was proved, and how. */
export interface ProvenPerson {
  userId: UserId;
  method: SignInMethod;
  /** The organization whose single sign-on vouches for them. */
  signOnOrganizationId?: OrganizationId;
  condition: AccountCondition;
}

export interface StartedSession {
  person: Person;
  /** The `Set-Cookie` header that gives the session to the browser. */
  setCookie: string;
}

/** Begins and ends the sessions of signed-in people. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly sessions: SessionsRepository,
    private readonly jwt: SessionJwt,
    private readonly cookie: SessionCookie,
  ) {}

  /** A new session. Whoever calls has proved who the person is; what they relied on is checked again as it begins. */
  async begin(
    context: InTransaction<DatabaseContext>,
    proven: ProvenPerson,
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
   * A session for another host, of the person and the sign-in of one that there is: it reaches no further, lives no
   * longer, and ends with that one. Null when that one has ended. Whoever calls knows that both are one browser's.
   */
  async handOver(
    context: InTransaction<DatabaseContext>,
    from: SessionId,
    request: IncomingRequest,
  ): Promise<StartedSession | null> {
    const session = await this.sessions.handOver(context, from, newSession(request));
    return session === null ? null : this.given(session);
  }

  /** Ends the session on the server at once, on every replica. False when the person has no such session. */
  end(context: DatabaseContext, id: SessionId, userId: UserId): Promise<boolean> {
    return this.transactions.run(context, async (tx) => {
      const isEnded = await this.sessions.end(tx, id, userId);
      tx.transaction.touch(sessionTopic(id));
      return isEnded;
    });
  }

  /** All of a person's, or all but one. */
  async endAll(
    context: InTransaction<DatabaseContext>,
    userId: UserId,
    except: SessionId | null = null,
  ): Promise<void> {
    for (const id of await this.sessions.endAll(context, userId, except)) {
      context.transaction.touch(sessionTopic(id));
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
