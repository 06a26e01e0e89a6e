import type { Person } from '../../access/principal';
import type { Scope } from '../../access/scope';

/** What a credential may put into a new token (contract §4, decision 0029). */
export const tokensPolicy = {
  /** An application's access ends when it is taken away; a token that it has made would not. */
  mayCreate: ({ credential }: Person): boolean => credential.kind !== 'application',

  /** A session may give any scope, a token only its own. */
  mayGrant: ({ credential, scopes }: Person, wanted: readonly Scope[]): boolean =>
    credential.kind === 'session' || wanted.every((scope) => scopes.has(scope)),

  /** Nothing that a token makes lives longer than the token: otherwise its expiry would mean nothing. */
  mayLiveUntil: (creatorExpiresAt: Date | null, expiresAt: Date | null): boolean =>
    creatorExpiresAt === null || (expiresAt !== null && expiresAt <= creatorExpiresAt),
};
