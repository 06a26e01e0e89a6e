import { Injectable } from '@nestjs/common';
import { clock } from '../kernel/clock';
import { ChangeFeed } from '../platform/cache/change-feed';
import { type Cacheable, FreshCache } from '../platform/cache/fresh-cache';
import { StandingReader } from './ports';
import type { BearerCredential, Person } from './principal';

/** A token that exists, and whom it speaks for. */
export interface KnownBearer {
  readonly person: Person & { readonly credential: BearerCredential };
  readonly expiresAtMs: number;
}

/** One kind of token that is sent as `Authorization: Bearer`: what the module that keeps them knows. */
export interface BearerTokenKind {
  /** By shape and checksum alone: a mistyped or made-up token costs no question to the database. */
  recognizes(secret: string): boolean;
  /** By one look-up. The topics must name whatever ends the token; memberships are among them. */
  load(secret: string): Promise<Cacheable<KnownBearer | null>>;
  /** Called at every call: it must only take a note. */
  noteUse(bearer: KnownBearer): void;
}

/** Whom a secret speaks for; `expired` is said of a token that was right until its time was over. */
export type Bearer = Person | 'expired' | null;

interface Remembered {
  readonly bearer: KnownBearer;
  readonly kind: BearerTokenKind;
}

const TTL_MS = 5_000;

/**
 * Turns a bearer secret into a person: from memory for five seconds, dropped at once when the token ends. Modules that
 * keep tokens add their kind when they start.
 */
@Injectable()
export class BearerTokens {
  private readonly kinds: BearerTokenKind[] = [];
  private readonly remembered: FreshCache<Remembered | null>;

  constructor(
    private readonly standings: StandingReader,
    changes: ChangeFeed,
  ) {
    this.remembered = new FreshCache(changes, { maxEntries: 20_000, ttlMs: TTL_MS });
  }

  add(kind: BearerTokenKind): void {
    this.kinds.push(kind);
  }

  async verify(secret: string): Promise<Bearer> {
    const found = this.remembered.peek(secret) ?? (await this.find(secret));
    if (found === null) return null;
    const { bearer, kind } = found;
    // Removal and deactivation end a member's tokens at once, for procedures that need no organization too.
    const { userId, credential } = bearer.person;
    const standing = await this.standings.standing(credential.organizationId, userId);
    if (standing === null) return null;
    if (bearer.expiresAtMs <= clock.nowMs()) return 'expired';
    kind.noteUse(bearer);
    return bearer.person;
  }

  private async find(secret: string): Promise<Remembered | null> {
    const kind = this.kinds.find((each) => each.recognizes(secret));
    if (kind === undefined) return null;
    return this.remembered.get(secret, async () => {
      const { value, topics } = await kind.load(secret);
      return { value: value === null ? null : { bearer: value, kind }, topics };
    });
  }
}
