import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId, SessionId } from '../../../kernel/ids';
import { SessionVerifier } from '../../../access/ports';
import type { AuthenticatedUser, SignInMethod } from '../../../access/principal';
import { EVERY_SCOPE } from '../../../access/scope';
import { ChangeFeed } from '../../../platform/cache/change-feed';
import { FreshCache } from '../../../platform/cache/fresh-cache';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { SessionJwtService } from './session-jwt.service';
import { SESSION_IDLE_MS } from '../../../access/sessions/session-lifetime';
import { SessionLastUsedRecorder } from './session-last-used.recorder';
import { sha256Text } from '../../../platform/crypto/digest';

const FIND = statement(
  'sessions.verify',
  `select method, organization_id as "signOnOrganizationId", expires_at as "expiresAt", last_seen_at as "lastSeenAt",
     origin_id as "originId"
   from sessions where id = $1 and user_id = $2`,
);

export const sessionTopic = (sessionId: string): string => `session:${sessionId}`;

interface KnownSession {
  person: AuthenticatedUser & { expiresAtMs: number };
  /** However much it is used. */
  lastsUntilMs: number;
}

const TTL_MS = 5_000;

/**
 * Resolves a session cookie to a user. The session row is read in addition to the signature, so that signing
 * out takes effect immediately.
 */
@Injectable()
export class CookieSessionVerifier extends SessionVerifier {
  private readonly sessions: FreshCache<KnownSession | null>;

  constructor(
    private readonly jwt: SessionJwtService,
    private readonly database: Database,
    private readonly use: SessionLastUsedRecorder,
    changes: ChangeFeed,
  ) {
    super();
    this.sessions = new FreshCache(changes, {
      name: 'sessions',
      maxEntries: 20_000,
      ttlMs: TTL_MS,
      kept: (session) => session?.person,
    });
  }

  async verify(cookie: string, isUse: boolean): Promise<AuthenticatedUser | null> {
    const key = sha256Text(cookie, 'base64');
    const session = await this.sessions.get(key, () => this.load(cookie));
    if (session === null || this.endsAtMs(session) <= clock.nowMs()) return null;
    if (isUse) this.use.note(session.person.credential.id as SessionId);
    return session.person;
  }

  /** With its use since it was read. */
  private endsAtMs({ person, lastsUntilMs }: KnownSession): number {
    const idleUntilMs = this.use.notedAtMs(person.credential.id as SessionId) + SESSION_IDLE_MS;
    return Math.min(lastsUntilMs, Math.max(person.expiresAtMs, idleUntilMs));
  }

  private async load(cookie: string) {
    const claims = await this.jwt.verify(cookie);
    if (claims === null) return { value: null, topics: null };
    const { sessionId, userId } = claims;
    const [row] = await this.database.lookup<{
      method: SignInMethod;
      signOnOrganizationId: OrganizationId | null;
      expiresAt: string;
      lastSeenAt: string;
      originId: SessionId | null;
    }>(NO_TRANSACTION, FIND, [sessionId, userId]);
    if (!row) return { value: null, topics: null };
    const lastSeenMs = Math.max(Date.parse(row.lastSeenAt), this.use.notedAtMs(sessionId));
    const { method, signOnOrganizationId } = row;
    const credential = { kind: 'session', id: sessionId, method, signOnOrganizationId } as const;
    const lastsUntilMs = Date.parse(row.expiresAt);
    const expiresAtMs = Math.min(lastsUntilMs, lastSeenMs + SESSION_IDLE_MS);
    const value: KnownSession = {
      person: { userId, credential, scopes: EVERY_SCOPE, expiresAtMs },
      lastsUntilMs,
    };
    // A transferred session ends with its original session.
    const topics = [sessionId, ...(row.originId === null ? [] : [row.originId])].map(sessionTopic);
    return { value, topics };
  }
}
