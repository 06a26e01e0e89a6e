import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import type { AuthenticatedUser } from '../../../../src/access/principal';
import { EVERY_SCOPE, type Scope, SCOPES } from '../../../../src/access/scope';
import { grantScopes, liveUntil } from '../../../../src/modules/tokens/tokens.policy';

const userId = newId('user');
const session: AuthenticatedUser = {
  userId,
  credential: { kind: 'session', id: newId('session'), method: 'password', signOnOrganizationId: null },
  scopes: EVERY_SCOPE,
};
const token = (...scopes: Scope[]): AuthenticatedUser => ({
  userId,
  credential: { kind: 'token', id: newId('token'), organizationId: newId('organization') },
  scopes: new Set(scopes),
});

describe('the scopes and lifetime that a credential can grant to a token', () => {
  it('a session: any scope', () => expect(grantScopes.allows(session, SCOPES)).toBe(true));

  it('a token: its own scopes, or some of them', () => {
    expect(grantScopes.allows(token('read', 'write'), ['read', 'write'])).toBe(true);
    expect(grantScopes.allows(token('read', 'write'), ['read'])).toBe(true);
    expect(grantScopes.allows(token('read', 'write'), ['read', 'delete'])).toBe(false);
    expect(grantScopes.allows(token('admin'), ['read'])).toBe(false);
  });

  it('nothing that outlives the credential', () => {
    const soon = new Date(1_000);
    const late = new Date(2_000);
    expect(liveUntil.allows({ expiresAt: null }, null)).toBe(true);
    expect(liveUntil.allows({ expiresAt: null }, late)).toBe(true);
    expect(liveUntil.allows({ expiresAt: late }, soon)).toBe(true);
    expect(liveUntil.allows({ expiresAt: late }, late)).toBe(true);
    expect(liveUntil.allows({ expiresAt: soon }, late)).toBe(false);
    expect(liveUntil.allows({ expiresAt: soon }, null)).toBe(false);
  });
});
