import { beforeAll, describe, expect, it } from 'vitest';
import { signingKey } from '../../support/identity-provider/self-signed';
import { auditEntries } from '../../support/audit';
import {
  aSignOn,
  sessionOf,
  type TestIdentityProvider,
} from '../../support/identity-provider/test-identity-provider';
import { MUTATIONS } from './saml-mutations';

async function lastRefusal({ organization }: TestIdentityProvider): Promise<string | null | undefined> {
  const [entry] = await auditEntries(organization, { action: 'auth.signin', limit: 1 });
  return entry?.outcome === 'failure' ? entry.reason : undefined;
}

async function people({ organization }: TestIdentityProvider): Promise<number> {
  const { rows } = await organization.app.sql.query<{ count: number }>(
    'select count(*)::int as count from members where organization_id = $1',
    [organization.id],
  );
  return rows[0]!.count;
}

// Creates the application and the keys outside of the time limit of a test.
beforeAll(async () => {
  await aSignOn();
  signingKey('stranger');
}, 120_000);

describe('rejected responses of identity providers', () => {
  it('are at least eighty', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
  });

  it.each(MUTATIONS)('$name: $reason, without a cookie', async ({ build, reason, relayState }) => {
    const provider = await aSignOn();
    const journey = await provider.begin();
    const sent = build(provider, journey);
    const answer =
      typeof sent === 'object' && 'body' in sent
        ? await provider.post(sent.body, journey.cookie)
        : await provider.send(typeof sent === 'string' ? sent : sent.fields, journey, relayState);
    expect([400, 401, 403]).toContain(answer.status);
    expect(sessionOf(answer)).toBeNull();
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(String(answer.body)).toContain(`<code>${reason}</code>`);
    expect(String(answer.body)).not.toContain('victim');
    expect(await lastRefusal(provider)).toBe(reason);
    expect(await people(provider)).toBe(1);
  });
});
