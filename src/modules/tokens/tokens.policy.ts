import { policy } from '../../access/policy';
import type { AuthenticatedUser } from '../../access/principal';
import type { Scope } from '../../access/scope';
import { isWithinCidrs } from '../../platform/config/cidr';
import type { TokenLimits } from './limits/token-limits';
import { ApplicationsMakeNoTokens, LifetimeExceeded, LimitsExceeded, ScopesExceeded } from './tokens.errors';

/** What a credential may put into a new token (contract §4, decision 0029). */

/** An application's access ends when it is revoked; a token that it created would not. */
export const createToken = policy<void, AuthenticatedUser>(
  ({ credential }) => credential.kind !== 'application',
  () => new ApplicationsMakeNoTokens(),
);

/** A session can grant any scope, a token only its own scopes. */
export const grantScopes = policy<readonly Scope[], AuthenticatedUser>(
  ({ credential, scopes }, wanted) =>
    credential.kind === 'session' || wanted.every((scope) => scopes.has(scope)),
  () => new ScopesExceeded(),
);

/** A token with limits can only create tokens with the same or narrower ones. Whether the caller sees the places is checked before. */
export const limitTo = policy<TokenLimits, TokenLimits>(
  (creator, { workspaceIds, boardIds, allowedCidrs }) =>
    (creator.workspaceIds === null || boardIds !== null || isSubset(workspaceIds, creator.workspaceIds)) &&
    (creator.boardIds === null || isSubset(boardIds, creator.boardIds)) &&
    (creator.allowedCidrs === null ||
      (allowedCidrs ?? ['0.0.0.0/0', '::/0']).every((cidr) => isWithinCidrs(cidr, creator.allowedCidrs!))),
  () => new LimitsExceeded(),
);

function isSubset(ids: readonly string[] | null, of: readonly string[]): boolean {
  return ids !== null && ids.every((id) => of.includes(id));
}

/** A token must not create credentials that outlive it: otherwise its expiry would have no effect. */
export const liveUntil = policy<Date | null, { expiresAt: Date | null }>(
  (creator, expiresAt) =>
    creator.expiresAt === null || (expiresAt !== null && expiresAt <= creator.expiresAt),
  () => new LifetimeExceeded(),
);
