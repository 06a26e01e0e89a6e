import { Injectable } from '@nestjs/common';
import { clock } from '../kernel/clock';
import { ChangeFeed } from '../platform/cache/change-feed';
import { type Cacheable, FreshCache } from '../platform/cache/fresh-cache';
import { MembershipReader } from './ports';
import type { BearerCredential, AuthenticatedUser } from './principal';

/** An existing token, and the user that it authenticates. */
export interface KnownBearer {
  readonly person: AuthenticatedUser & {
    readonly credential: BearerCredential;
    readonly expiresAtMs: number;
  };
}

/** One kind of `Authorization: Bearer` token, implemented by the module that stores it. */
export interface BearerTokenKind {
  /** Checks shape and checksum only: a mistyped or invented token costs no database query. */
  recognizes(secret: string): boolean;
  /** One look-up. The topics must cover everything that revokes the token, including memberships. */
  load(secret: string): Promise<Cacheable<KnownBearer | null>>;
  /** Called on every call, so it must only write to memory. */
  recordUse(bearer: KnownBearer): void;
}

/** The user of a secret; `expired` for a valid token whose time is over. */
export type Bearer = KnownBearer['person'] | 'expired' | null;

interface Remembered {
  readonly bearer: KnownBearer;
  readonly kind: BearerTokenKind;
}

const TTL_MS = 5_000;

/**
 * Resolves a bearer secret to a user. Cached for five seconds, and invalidated immediately when the token is revoked.
 * Modules that store tokens register their kind when they start.
 */
@Injectable()
export class BearerTokens {
  private readonly kinds: BearerTokenKind[] = [];
  private readonly remembered: FreshCache<Remembered | null>;

  constructor(
    private readonly memberships: MembershipReader,
    changes: ChangeFeed,
  ) {
    this.remembered = new FreshCache(changes, {
      name: 'tokens',
      maxEntries: 20_000,
      ttlMs: TTL_MS,
      kept: (found) => found?.bearer.person,
    });
  }

  add(kind: BearerTokenKind): void {
    this.kinds.push(kind);
  }

  /** `isUse`: the client has called; the access of work in progress is read again otherwise. */
  async verify(secret: string, isUse: boolean): Promise<Bearer> {
    const found = this.remembered.peek(secret) ?? (await this.find(secret));
    if (found === null) return null;
    const { bearer, kind } = found;
    // Removal and deactivation revoke a member's tokens immediately, also for procedures that need no organization.
    const { userId, credential } = bearer.person;
    const membership = await this.memberships.membership(credential.organizationId, userId);
    if (membership === null) return null;
    if (bearer.person.expiresAtMs <= clock.nowMs()) return 'expired';
    if (isUse) kind.recordUse(bearer);
    return bearer.person;
  }

  private async find(secret: string): Promise<Remembered | null> {
    const kind = this.kinds.find((each) => each.recognizes(secret));
    if (kind === undefined) return null;
    return this.remembered.get(secret, async () => {
      const { value, ...from } = await kind.load(secret);
      return { value: value === null ? null : { bearer: value, kind }, ...from };
    });
  }
}
