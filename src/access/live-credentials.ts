import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../platform/cache/change-feed';
import { FreshCache } from '../platform/cache/fresh-cache';
import type { PlaceLimits } from './limits/place-limits';
import type { AuthenticatedUser, Credential } from './principal';

/** One kind of credential, implemented by the module that stores it. */
export interface CredentialKind {
  /** The topics that the revocation of the user's credential invalidates; null when it was revoked. */
  revocationTopics(user: AuthenticatedUser): Promise<readonly string[] | null>;
  /** For kinds with limits: the places of the user's credential; null when it was revoked. */
  places?(user: AuthenticatedUser): Promise<LivePlaces | null>;
}

/** The places that a credential is limited to, and the topics of changes of where they are. */
export interface LivePlaces {
  readonly limits: PlaceLimits | null;
  readonly topics: readonly string[];
}

/** A credential that existed when it was read; `isOutdated` reports when that must be read again. */
export interface LiveCredential {
  readonly id: Credential['id'];
  /** As in AuthenticatedUser: the work must not see more than the call that began it. */
  readonly placeLimits?: PlaceLimits;
}

const TTL_MS = 5_000;
const NO_PLACES: LivePlaces = { limits: null, topics: [] };

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
      const stored = this.kinds.get(kind);
      const places = (await stored?.places?.(user)) ?? NO_PLACES;
      // After the places: a credential without them could be one that was revoked in between.
      const topics = (await stored?.revocationTopics(user)) ?? null;
      if (topics === null) return { value: null, topics };
      const value = places.limits === null ? { id } : { id, placeLimits: places.limits };
      return { value, topics: [...topics, ...places.topics] };
    });
  }
}
