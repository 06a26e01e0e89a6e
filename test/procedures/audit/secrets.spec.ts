import { beforeAll, describe, expect, it } from 'vitest';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { anAccount } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';

const MARK = 'MARKED-SECRET-7f3a';

/** What each audited procedure takes that must stay between its caller and the service. */
const SECRETS: Readonly<Record<string, object>> = {
  'auth.changePassword': { currentPassword: `${MARK}-old`, newPassword: `${MARK}-new` },
  'auth.twoFactor.begin': { password: MARK },
  'auth.twoFactor.enable': { code: '735501' },
  'auth.twoFactor.disable': { code: '735502', password: MARK },
  'auth.twoFactor.renewCodes': { code: '735503', password: MARK },
  'auth.identities.remove': { password: MARK },
  'auth.identities.restore': { password: MARK },
  'invitations.accept': { token: MARK },
  'sso.update': {
    type: 'oidc',
    issuer: 'https://idp.example.com',
    clientId: 'trestle',
    clientSecret: MARK,
  },
};
const CODES = ['735501', '735502', '735503'];

/** Secrets that a response contains once: strings that look like secrets, at any place. */
const ANSWERED = /svc_[a-z]+_[A-Za-z0-9]{20,}|"(?:clientSecret|token|secret|key)":"([^"]{16,})"/g;

const ENDS = ['auth.tokens.revoke', 'organizations.delete'];

function endOf({ name }: Procedure): number {
  if (ENDS.includes(name)) return 2 + ENDS.indexOf(name);
  return /\.(delete|remove|revoke|deactivate|transferOwnership)$/.test(name) ? 1 : 0;
}

describe('the content that audit entries never have', () => {
  let app: TestApp;
  let world: SampleWorld;
  let audited: Procedure[];
  const answers: string[] = [];

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    world = await aSampleWorld({ app });
    audited = app.nest
      .get(ProcedureRegistry, { strict: false })
      .all()
      .filter(({ isAudited }) => isAudited === true)
      // What ends something that another needs comes later, and the caller’s own token last but one.
      .toSorted((one, other) => endOf(one) - endOf(other));
    return () => app.close();
  }, 60_000);

  async function call(client: WireClient, { name, kind }: Procedure, input: object): Promise<WireAnswer> {
    const answer = kind === 'query' ? await client.query(name, input) : await client.mutate(name, input);
    answers.push(answer.bytes.toString('utf8'));
    return answer;
  }

  /** All of the table, as its owner could read it. */
  async function allEntries(): Promise<string> {
    const { rows } = await app.sql.query<{ text: string }>(
      'select to_jsonb(entry)::text as text from audit_entries entry',
    );
    return rows.map(({ text }) => text).join('\n');
  }

  it('secrets of inputs and responses, whether the call succeeds or not', async () => {
    const inputs = sampleInputs(world);
    const unknown: string[] = [];
    for (const procedure of audited) {
      const input = { ...inputs[procedure.name], ...SECRETS[procedure.name] };
      const { status } = await call(ownerFor(world, procedure), procedure, input);
      if (status === 401) unknown.push(procedure.name);
    }
    // The end of the organization, which it called with a token that it had just revoked.
    expect(unknown).toEqual(['organizations.delete']);
    const { client } = await anAccount({ app });
    const created = await client.request('POST', '/api/auth/tokens', { name: 'Program', scopes: ['read'] });
    answers.push(created.bytes.toString('utf8'));
    const secrets = new Set(
      answers.flatMap((text) => [...text.matchAll(ANSWERED)].map(([whole, inner]) => inner ?? whole)),
    );
    // A token, an application's secret twice, a directory's token.
    expect(secrets.size).toBeGreaterThanOrEqual(4);
    const entries = await allEntries();
    for (const name of Object.keys(SECRETS)) {
      const isKnown = audited.some((procedure) => procedure.name === name);
      expect([name, isKnown]).toEqual([name, true]);
    }
    expect(entries).not.toContain(MARK);
    expect(CODES.filter((code) => entries.includes(code))).toEqual([]);
    expect([...secrets].filter((secret) => entries.includes(secret))).toEqual([]);
    // The control: fields that are not secret are present.
    expect(entries).toContain('https://idp.example.com');
  });

  it('digests and sealed secrets of the audited tables', async () => {
    const { owner } = await anOrganization({ app });
    await made(owner.client, 'oauth.apps.create', {
      name: 'Another',
      redirectUris: ['https://example.com/back'],
      scopes: ['read'],
    });
    const { rows } = await app.sql.query<{ text: string }>(
      `select encode(secret_digest, 'hex') as text from oauth_applications where secret_digest is not null
       union all select encode(secret_digest, 'hex') from tokens
       union all select encode(secret_digest, 'hex') from scim_tokens
       union all select sealed_client_secret from sso_connections where sealed_client_secret is not null
       union all select sealed_key from second_factors
       union all select encode(digest, 'hex') from recovery_codes
       union all select password_hash from users where password_hash is not null`,
    );
    expect(rows.length).toBeGreaterThan(3);
    const entries = await allEntries();
    expect(rows.filter(({ text }) => entries.includes(text))).toEqual([]);
  });

  it('more than the limit: a hostile input creates no large entry', async () => {
    const organization = await anOrganization({ app });
    const { owner } = organization;
    const redirectUris = Array.from(
      { length: 20 },
      (_, at) => `https://example.com/${at}/${'x'.repeat(900)}`,
    );
    const scopes = ['read', 'write'];
    const { id } = await made(owner.client, 'oauth.apps.create', {
      name: 'x'.repeat(100),
      redirectUris,
      scopes,
    });
    await made(owner.client, 'oauth.apps.update', { id, redirectUris: redirectUris.slice(1) });
    const { client: member } = await organization.addMember('member');
    await member.mutate('organizations.update', {
      name: 'y'.repeat(100_000),
      more: Array(1_000).fill('z'.repeat(1_000)),
    });
    const { rows } = await app.sql.query<{ most: number }>(
      'select max(octet_length(to_jsonb(entry)::text)) as most from audit_entries entry',
    );
    expect(rows[0]!.most).toBeLessThan(16_000);
  });
});
