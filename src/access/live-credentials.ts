import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../platform/cache/change-feed';
import { FreshCache } from '../platform/cache/fresh-cache';
import type { PlaceLimits } from './limits/place-limits';
import type { AuthenticatedUser, Credential } from './principal';

/** One kind of credential, implemented by the module that stores it. */
export interface CredentialKind {
  /** The user's credential; null when it was revoked. */
  find(user: AuthenticatedUser): Promise<StoredCredential | null>;
}

/** A credential as its module stores it. */
export interface StoredCredential {
  /** What its revocation invalidates, and changes of where its places are. */
  readonly topics: readonly string[];
  /** For kinds with limits. */
  readonly placeLimits?: PlaceLimits | null;
}

/** A credential that existed when it was read; `isOutdated` reports when that must be read again. */
export interface LiveCredential {
  readonly id: Credential['id'];
  /** As in AuthenticatedUser: the work must not see more than the call that began it. */
  readonly placeLimits?: PlaceLimits;
}

const TTL_MS = 5_000;

/**
 * Whether a credential still exists, for work that continues after the response: there is no secret to verify again. Modules
 * that store credentials register their kind when they start.
 */
@Injectable()
export class LiveCredentials {
  private readonly kinds = new Map<Credential['kind'], CredentialKind>();
  private readonly found: FreshCache<LiveCredential | null>;

  constructor(changes: ChangeFeed) {
    this.found = new FreshCache(changes, { name: 'credentials', maxEntries: 1_000, ttlMs: TTL_MS });
  }

  add(name: Credential['kind'], kind: CredentialKind): void {
    this.kinds.set(name, kind);
  }

  /** Null when the credential was revoked. One that has expired since is not revoked. */
  find(user: AuthenticatedUser): Promise<LiveCredential | null> {
    const { kind, id } = user.credential;
    return this.found.get(id, async () => {
      const stored = (await this.kinds.get(kind)?.find(user)) ?? null;
      if (stored === null) return { value: null, topics: null };
      const { topics, placeLimits } = stored;
      return { value: { id, ...(placeLimits && { placeLimits }) }, topics };
    });
  }
}
