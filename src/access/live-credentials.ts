import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../platform/cache/change-feed';
import { FreshCache } from '../platform/cache/fresh-cache';
import type { AuthenticatedUser, Credential } from './principal';

/** One kind of credential, implemented by the module that stores it. */
export interface CredentialKind {
  /** The topics that the revocation of the user's credential invalidates; null when it was revoked. */
  revocationTopics(user: AuthenticatedUser): Promise<readonly string[] | null>;
}

/** A credential that existed when it was read; `isOutdated` reports when that must be read again. */
export interface LiveCredential {
  readonly id: Credential['id'];
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
      const topics = (await this.kinds.get(kind)?.revocationTopics(user)) ?? null;
      return { value: topics === null ? null : { id }, topics };
    });
  }
}
