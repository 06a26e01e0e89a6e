import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import type { Person } from '../../../../src/access/principal';
import { EVERY_SCOPE, type Scope, SCOPES } from '../../../../src/access/scope';
import { tokensPolicy } from '../../../../src/modules/tokens/tokens.policy';

const userId = newId('user');
const session: Person = {
  userId,
  credential: { kind: 'session', id: newId('session'), method: 'password', signOnOrganizationId: null },
  scopes: EVERY_SCOPE,
};
const token = (...scopes: Scope[]): Person => ({
  userId,
  credential: { kind: 'token', id: newId('token'), organizationId: newId('organization') },
  scopes: new Set(scopes),
});

describe('what a credential may put into a token', () => {
  it('a session: any scope', () => expect(tokensPolicy.mayGrant(session, SCOPES)).toBe(true));

  it('a token: its own scopes, and some of them', () => {
    expect(tokensPolicy.mayGrant(token('read', 'write'), ['read', 'write'])).toBe(true);
    expect(tokensPolicy.mayGrant(token('read', 'write'), ['read'])).toBe(true);
    expect(tokensPolicy.mayGrant(token('read', 'write'), ['read', 'delete'])).toBe(false);
    expect(tokensPolicy.mayGrant(token('admin'), ['read'])).toBe(false);
  });

  it('nothing that outlives what makes it', () => {
    const soon = new Date(1_000);
    const late = new Date(2_000);
    expect(tokensPolicy.mayLiveUntil(null, null)).toBe(true);
    expect(tokensPolicy.mayLiveUntil(null, late)).toBe(true);
    expect(tokensPolicy.mayLiveUntil(late, soon)).toBe(true);
    expect(tokensPolicy.mayLiveUntil(late, late)).toBe(true);
    expect(tokensPolicy.mayLiveUntil(soon, late)).toBe(false);
    expect(tokensPolicy.mayLiveUntil(soon, null)).toBe(false);
  });
});
