import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type SessionId, type UserId } from '../../kernel/ids';
import type { IncomingRequest } from '../../access/incoming-request';
import type { Person } from '../../access/principal';
import { EVERY_SCOPE } from '../../access/scope';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { WrongPair } from './accounts.errors';
import { SessionCookie } from './session-cookie';
import { SessionJwt } from './session-jwt';
import { sessionTopic } from './session-verifier';
import { SessionsRepository } from './sessions.repository';

/** A session ends after this long, used or not (contract §4). */
const LIFETIME_SECONDS = 30 * 86_400;

const MAX_USER_AGENT = 500;

export interface StartedSession {
  person: Person;
  /** The `Set-Cookie` header that gives the session to the browser. */
  setCookie: string;
}

/** Starts and ends the sessions of signed-in people. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly sessions: SessionsRepository,
    private readonly jwt: SessionJwt,
    private readonly cookie: SessionCookie,
  ) {}

  /** A new session for somebody whose password was found right; its hash is the one it was checked against. */
  async start(
    context: InTransaction<DatabaseContext>,
    userId: UserId,
    passwordHash: string,
    request: IncomingRequest,
  ): Promise<StartedSession> {
    const id = newId('session');
    const startedAt = clock.now();
    const expiresAt = new Date(startedAt.getTime() + LIFETIME_SECONDS * 1000);
    const userAgent = request.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;
    const session = { id, userId, startedAt, expiresAt, ip: request.ip, userAgent };
    if (!(await this.sessions.start(context, session, passwordHash))) throw new WrongPair();
    const value = await this.jwt.sign({ sessionId: id, userId }, expiresAt);
    return {
      person: { userId, credential: { kind: 'session', id }, scopes: EVERY_SCOPE },
      setCookie: this.cookie.holding(value, LIFETIME_SECONDS),
    };
  }

  /** Ends the session on the server at once, on every replica. */
  end(id: SessionId, userId: UserId): Promise<void> {
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      await this.sessions.end(tx, id, userId);
      tx.transaction.touch(sessionTopic(id));
    });
  }

  async endAll(context: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    for (const id of await this.sessions.endAll(context, userId)) {
      context.transaction.touch(sessionTopic(id));
    }
  }
}
