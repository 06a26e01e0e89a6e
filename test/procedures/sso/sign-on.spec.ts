import { beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../../support/audit';
import { anAccount } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { assertionXml, responseXml, signed } from '../../support/identity-provider/saml-response';
import { signingKey } from '../../support/identity-provider/self-signed';
import {
  aSignOn,
  sessionOf,
  TestIdentityProvider,
} from '../../support/identity-provider/test-identity-provider';
import { problemOf, roleOf, verifiedDomain } from './sign-on-checks';

// Creates the application and the keys outside of the time limit of a test.
beforeAll(async () => {
  await aSignOn();
  signingKey('stranger');
}, 120_000);

describe('signing in with SAML', () => {
  it('creates a member at the first sign-in, and recognizes them at the next', async () => {
    const provider = await aSignOn();
    const first = await provider.signOn();
    expect([first.status, first.headers['location']]).toEqual([303, '/']);
    const client = provider.browser(sessionOf(first)!);
    const { data: me } = await client.query('auth.me');
    expect(me).toMatchObject({ email: provider.emailOf('person-1'), name: 'Sam Signed-On' });
    expect((await client.query('workspaces.list')).status).toBe(200);
    const again = await provider.signOn();
    const { data: same } = await provider.browser(sessionOf(again)!).query('auth.me');
    expect(same.id).toBe(me.id);
    const entries = await auditEntries(provider.organization);
    const looks = entries.map(({ action, outcome, target }) => [action, outcome, target]);
    expect(looks.slice(0, 3)).toEqual([
      ['auth.signin', 'success', me.id],
      ['auth.signin', 'success', me.id],
      ['sso.members.join', 'success', me.id],
    ]);
    expect(entries[0]).toMatchObject({ actor: { id: me.id }, details: { method: 'saml' } });
  });

  const VARIANTS: [string, (provider: TestIdentityProvider, xml: string) => string][] = [
    ['the assertion', ({ key }, xml) => signed(xml, 'Assertion', key)],
    ['assertion and response', ({ key }, xml) => signed(signed(xml, 'Assertion', key), 'Response', key)],
    [
      'the assertion by SHA-512',
      ({ key }, xml) =>
        signed(xml, 'Assertion', key, {
          signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
          digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512',
        }),
    ],
    [
      'the assertion, with a declaration and other line ends',
      ({ key }, xml) =>
        `<?xml version="1.0" encoding="UTF-8"?>\r\n${signed(xml.replaceAll('><', '>\n<'), 'Assertion', key).replaceAll('\n', '\r\n')}`,
    ],
    [
      'the assertion, in names without prefixes',
      ({ key }, xml) =>
        signed(
          xml
            .replaceAll(/<(\/?)saml:/g, '<$1')
            .replaceAll('xmlns:saml=', 'xmlns=')
            .replace(' xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID', ' ID')
            .replace('<Issuer>', '<Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">'),
          'Assertion',
          key,
        ),
    ],
  ];

  it.each(VARIANTS)('accepts a response that signs %s', async (_name, sign) => {
    const provider = await aSignOn();
    const journey = await provider.begin();
    const statement = provider.statement(journey);
    const answer = await provider.send(
      sign(provider, responseXml(statement, assertionXml(statement))),
      journey,
    );
    expect([answer.status, await problemOf(provider)]).toEqual([303, null]);
    expect(sessionOf(answer)).not.toBeNull();
  });

  it('accepts an assertion once, also when it arrives ten times concurrently', async () => {
    const provider = await aSignOn();
    const journey = await provider.begin();
    const response = provider.respond(journey);
    const answers = await Promise.all(Array.from({ length: 10 }, () => provider.send(response, journey)));
    expect(answers.filter((answer) => sessionOf(answer) !== null)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
    expect(String((await provider.send(response, journey)).body)).toContain('assertion_replayed');
  });

  it('rejects another assertion for the same request', async () => {
    const provider = await aSignOn();
    const journey = await provider.begin();
    expect((await provider.send(provider.respond(journey), journey)).status).toBe(303);
    const second = await provider.send(provider.respond(journey), journey);
    expect([sessionOf(second), await problemOf(provider)]).toEqual([null, 'request_unknown']);
  });

  it('binds a sign-in to the browser that began it', async () => {
    const provider = await aSignOn();
    const [mine, theirs] = [await provider.begin(), await provider.begin()];
    const response = provider.respond(mine);
    for (const browser of [theirs, {}]) {
      const answer = await provider.send(response, browser);
      expect([sessionOf(answer), await problemOf(provider)]).toEqual([null, 'other_browser']);
    }
    expect(sessionOf(await provider.send(response, mine))).not.toBeNull();
  });

  it('lets several tabs of one browser sign in', async () => {
    const provider = await aSignOn();
    const first = await provider.begin();
    const second = await provider.begin(undefined, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    expect((await provider.send(provider.respond(first), first)).status).toBe(303);
    expect((await provider.send(provider.respond(second), second)).status).toBe(303);
  });

  it('rejects a response that was meant for another organization', async () => {
    const provider = await aSignOn();
    // The same provider and key serve both, as with the large ones.
    const other = await aSignOn({
      settings: { entityId: provider.entityId, certificates: [provider.key.certificate] },
    });
    const [journey, there] = [await provider.begin(), await other.begin()];
    const answer = await other.send(provider.respond(journey), there);
    expect([sessionOf(answer), await problemOf(other)]).toEqual([null, 'destination_mismatch']);
    const { acsUrl, audience } = other;
    const forOther = provider.respond(journey, { acsUrl, audience });
    const crossed = await other.send(forOther, journey);
    expect([sessionOf(crossed), await problemOf(other)]).toEqual([null, 'request_unknown']);
  });

  it('redirects to the target of the user, on this host only', async () => {
    const provider = await aSignOn();
    const journey = await provider.begin('/api/auth/saml/login?continue=/boards/one%3Fx=1');
    expect(journey.location.searchParams.get('RelayState')).toBe('/boards/one?x=1');
    const answer = await provider.send(provider.respond(journey), journey, '/boards/one?x=1');
    expect(answer.headers['location']).toBe('/boards/one?x=1');
    const elsewhere = await provider.begin('/api/auth/saml/login?continue=//evil.example');
    expect(elsewhere.location.searchParams.has('RelayState')).toBe(false);
  });

  it('accepts either of two certificates during an exchange, and the old one no longer', async () => {
    const provider = await aSignOn();
    const next = signingKey('stranger');
    const { client } = provider.organization.owner;
    const byNext = async () => {
      const journey = await provider.begin();
      const statement = provider.statement(journey);
      return provider.send(
        signed(responseXml(statement, assertionXml(statement)), 'Assertion', next),
        journey,
      );
    };
    expect((await byNext()).status).toBe(401);
    await made(client, 'sso.update', { certificates: [provider.key.certificate, next.certificate] });
    expect((await provider.signOn()).status).toBe(303);
    expect((await byNext()).status).toBe(303);
    await made(client, 'sso.update', { certificates: [next.certificate] });
    expect((await byNext()).status).toBe(303);
    expect((await provider.signOn()).status).toBe(401);
  });

  it('accepts an expired certificate, as long as it is configured', async () => {
    const ended = signingKey('ended', { until: new Date(Date.now() - 86_400_000) });
    const provider = await aSignOn({ settings: { certificates: [ended.certificate] } });
    const journey = await provider.begin();
    const statement = provider.statement(journey);
    const response = signed(responseXml(statement, assertionXml(statement)), 'Assertion', ended);
    expect((await provider.send(response, journey)).status).toBe(303);
  });

  it('grants its session access to the organization only', async () => {
    const provider = await aSignOn();
    const cookie = sessionOf(await provider.signOn())!;
    const other = await anOrganization();
    const { data: me } = await provider.browser(cookie).query('auth.me');
    await other.app.sql.query(
      `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now(), now())`,
      [other.id, me.id],
    );
    const there = provider.browser(cookie).as({ slug: other.slug });
    const { status, error } = await there.query('workspaces.list');
    expect([status, (error!.data as { reason?: string }).reason]).toEqual([403, 'signed_on_elsewhere']);
    expect((await provider.browser(cookie).query('workspaces.list')).status).toBe(200);
    const renamed = await provider.browser(cookie).mutate('auth.updateProfile', { name: 'Taken over' });
    expect(renamed.status).toBe(403);
  });
});

describe('users who can sign in', () => {
  it('only addresses of the organization’s domains, where it names any', async () => {
    const provider = await aSignOn();
    const { slug, owner } = provider.organization;
    await made(owner.client, 'sso.update', { domains: [`${slug}.Example.ORG`] });
    expect((await provider.signOn()).status).toBe(303);
    const stranger = await provider.signOn({
      nameId: 'x',
      attributes: { email: `x@${slug}.example.org.evil.example` },
    });
    expect([sessionOf(stranger), await problemOf(provider)]).toEqual([null, 'domain_not_allowed']);
  });

  it('a member, by their address, identified by name at the next sign-in', async () => {
    const provider = await aSignOn();
    const member = await provider.organization.addMember('member');
    const attributes = { email: member.email.toUpperCase() };
    const { data: me } = await provider
      .browser(sessionOf(await provider.signOn({ attributes }))!)
      .query('auth.me');
    expect(me.id).toBe(member.userId);
    const moved = await provider.signOn({ attributes: { email: provider.emailOf('new.address') } });
    expect((await provider.browser(sessionOf(moved)!).query('auth.me')).data.id).toBe(member.userId);
  });

  it('no one by an address that was given to another user', async () => {
    const provider = await aSignOn();
    expect((await provider.signOn()).status).toBe(303);
    const heir = await provider.signOn({
      nameId: 'person-2',
      attributes: { email: provider.emailOf('person-1') },
    });
    expect([sessionOf(heir), await problemOf(provider)]).toEqual([null, 'identity_differs']);
  });

  it('an account from elsewhere only where the organization has verified the domain', async () => {
    const provider = await aSignOn();
    const { organization } = provider;
    const elsewhere = await anAccount();
    const domain = `${organization.slug}.example.org`;
    const email = `person@${domain}`;
    await organization.app.sql.query('update users set email = $2, email_key = $2 where id = $1', [
      elsewhere.userId,
      email,
    ]);
    const rejected = await provider.signOn({ attributes: { email } });
    expect([sessionOf(rejected), await problemOf(provider)]).toEqual([null, 'account_exists']);
    await verifiedDomain(organization, domain);
    const answer = await provider.signOn({ attributes: { email } });
    const { data: me } = await provider.browser(sessionOf(answer)!).query('auth.me');
    expect(me.id).toBe(elsewhere.userId);
    // This provider has no access to the account's other organization.
    const there = await provider
      .browser(sessionOf(answer)!)
      .as({ slug: elsewhere.slug })
      .query('organizations.get');
    expect(there.status).toBe(403);
  });

  it('no one of a domain that another organization has verified', async () => {
    const provider = await aSignOn();
    const other = await anOrganization();
    const domain = `${other.slug}.example.org`;
    await verifiedDomain(other, domain);
    const answer = await provider.signOn({ attributes: { email: `someone@${domain}` } });
    expect([sessionOf(answer), await problemOf(provider)]).toEqual([null, 'domain_of_another_organization']);
  });

  it('no deactivated member, by address or by name', async () => {
    const provider = await aSignOn();
    const { client } = provider.organization.owner;
    const { data: me } = await provider.browser(sessionOf(await provider.signOn())!).query('auth.me');
    await made(client, 'organizations.members.deactivate', { userId: me.id });
    const known = await provider.signOn();
    expect([sessionOf(known), await problemOf(provider)]).toEqual([null, 'member_deactivated']);
    const member = await provider.organization.addMember('member');
    await made(client, 'organizations.members.deactivate', { userId: member.userId });
    const byEmail = await provider.signOn({ nameId: 'p', attributes: { email: member.email } });
    expect([sessionOf(byEmail), await problemOf(provider)]).toEqual([null, 'member_deactivated']);
  });

  it('not the owner, whom an admin’s identity provider could name', async () => {
    const provider = await aSignOn();
    const { owner } = provider.organization;
    const answer = await provider.signOn({ attributes: { email: owner.email } });
    expect([sessionOf(answer), await problemOf(provider)]).toEqual([null, 'owner_not_linked']);
  });
});

describe('roles at sign-in', () => {
  const settings = {
    attributeMapping: { groups: 'groups' },
    defaultRole: 'guest',
    groupRoles: { Staff: 'member', Boss: 'admin' },
  };

  it('follow the groups at each sign-in', async () => {
    const provider = await aSignOn({ settings });
    const steps: [string[], string][] = [
      [['Staff', 'Boss'], 'admin'],
      [['Staff'], 'member'],
      [['Others', 'owner', '__proto__', 'constructor'], 'guest'],
      [['Staff'], 'member'],
    ];
    for (const [groups, role] of steps) {
      const email = provider.emailOf('person-1');
      const answer = await provider.signOn({ attributes: { email, groups } });
      expect([groups, answer.status, await roleOf(provider, email)]).toEqual([groups, 303, role]);
    }
    const changes = await auditEntries(provider.organization, { action: 'sso.members.updateRole' });
    expect(changes.map(({ details }) => [details.before, details.after])).toEqual([
      [{ role: 'guest' }, { role: 'member' }],
      [{ role: 'member' }, { role: 'guest' }],
      [{ role: 'admin' }, { role: 'member' }],
    ]);
  });

  it('keep admins while no group is mapped to admin: an admin, who can map the others, cannot remove an admin', async () => {
    const provider = await aSignOn();
    const [admin, other] = [
      await provider.organization.addMember('admin'),
      await provider.organization.addMember('admin'),
    ];
    await made(admin.client, 'sso.update', {
      attributeMapping: { groups: 'groups' },
      groupRoles: { Staff: 'guest' },
    });
    const attributes = { email: other.email, groups: ['Staff'] };
    expect((await provider.signOn({ attributes })).status).toBe(303);
    expect(await roleOf(provider, other.email)).toBe('admin');
  });

  it('do not change where no groups are mapped', async () => {
    const provider = await aSignOn();
    const member = await provider.organization.addMember('admin');
    expect((await provider.signOn({ attributes: { email: member.email } })).status).toBe(303);
    expect(await roleOf(provider, member.email)).toBe('admin');
  });
});
