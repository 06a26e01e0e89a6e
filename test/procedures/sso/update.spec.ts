import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Outbound } from '../../../src/platform/http/outbound';
import { auditEntries } from '../../support/audit';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { signingKey } from '../../support/identity-provider/self-signed';
import {
  aSignOn,
  sessionOf,
  TestIdentityProvider,
} from '../../support/identity-provider/test-identity-provider';

beforeAll(async () => {
  await aSignOn();
  signingKey('stranger');
  signingKey('weak', { bits: 1024 });
}, 120_000);

/** The same certificate, in base64, with letters in place of its expiry. */
function endless(certificate: string): string {
  const bytes = Buffer.from(certificate.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  bytes.write('xxxxxxxxxxxxZ', bytes.indexOf('450101000000Z'));
  return bytes.toString('base64');
}

const metadata = (entityId: string, certificate: string, more = '') => `<?xml version="1.0"?>
<!-- made by hand -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
      ${certificate.replaceAll(/-----[^-]+-----/g, '')}
    </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>${more}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/redirect"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

describe('sso.get', () => {
  it('returns the values for the identity provider before anything is configured', async () => {
    const { owner, slug } = await anOrganization();
    const { status, data } = await owner.client.query('sso.get');
    const saml = `http://${slug}.trestle.test/api/auth/saml`;
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({
        type: null,
        certificates: [],
        enforced: false,
        testedAt: null,
        updatedAt: null,
        serviceProvider: {
          entityId: `${saml}/metadata`,
          metadataUrl: `${saml}/metadata`,
          acsUrl: `${saml}/acs`,
          loginUrl: `${saml}/login`,
          logoutUrl: `${saml}/logout`,
          redirectUri: `http://${slug}.trestle.test/api/auth/oidc/callback`,
        },
      }),
    ]);
  });

  it('requires a plan with single sign-on', async () => {
    for (const plan of ['free', 'pro']) {
      const organization = await anOrganization({ plan });
      const { client } = organization.owner;
      const { settings } = new TestIdentityProvider(organization);
      const answers = [
        await client.query('sso.get'),
        await client.mutate('sso.update', settings),
        await client.mutate('sso.test', {}),
        await client.query('sso.domains.list'),
        await client.mutate('sso.domains.add', { domain: 'example.org' }),
        await client.as({ token: '' }).request('GET', '/api/auth/saml/metadata'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    }
  });
});

describe('sso.update', () => {
  it('changes the given fields, and returns what sso.get does', async () => {
    const organization = await anOrganization();
    const { client } = organization.owner;
    const { settings, entityId, key } = new TestIdentityProvider(organization);
    const first = await made(client, 'sso.update', settings);
    expect(first).toMatchObject({ type: 'saml', entityId, defaultRole: 'member', domains: [] });
    expect((first as unknown as { certificateDetails: object[] }).certificateDetails).toEqual([
      {
        fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
        expiresAt: '2045-01-01T00:00:00.000Z',
      },
    ]);
    const second = await made(client, 'sso.update', {
      domains: ['Bücher.example', 'example.ORG.', 'example.org'],
      groupRoles: { Staff: 'member' },
      attributeMapping: { groups: 'memberOf' },
    });
    expect(second).toMatchObject({
      entityId,
      certificates: [key.certificate],
      domains: ['xn--bcher-kva.example', 'example.org'],
      groupRoles: { Staff: 'member' },
      attributeMapping: { email: 'email', name: 'name', groups: 'memberOf' },
    });
    expect((await client.query('sso.get')).data).toEqual(second);
    const [entry] = await auditEntries(organization, { action: 'sso.update' });
    expect(entry).toMatchObject({ outcome: 'success', actor: { id: organization.owner.userId } });
  });

  it('keeps the logout address as long as the provider is the same', async () => {
    const organization = await anOrganization();
    const { client } = organization.owner;
    const { settings, entityId } = new TestIdentityProvider(organization);
    const sloUrl = 'https://idp.example.com/slo';
    expect(await made(client, 'sso.update', { ...settings, sloUrl })).toMatchObject({ sloUrl });
    expect(await made(client, 'sso.update', { entityId, domains: [] })).toMatchObject({ sloUrl });
    const other = { entityId: 'https://other.example' };
    expect(await made(client, 'sso.update', other)).toMatchObject({ ...other, sloUrl: null });
    expect(await made(client, 'sso.update', { entityId, sloUrl })).toMatchObject({ sloUrl });
  });

  it('reads metadata, and keys without PEM armor', async () => {
    const organization = await anOrganization();
    const { client } = organization.owner;
    const { certificate } = signingKey('provider');
    const output = await made(client, 'sso.update', {
      type: 'saml',
      metadata: metadata('https://idp.example.com/a', certificate),
    });
    expect(output).toMatchObject({
      entityId: 'https://idp.example.com/a',
      ssoUrl: 'https://idp.example.com/redirect',
      certificates: [certificate],
    });
    const plain = certificate.replaceAll(/-----[^-]+-----|\s/g, '');
    expect(await made(client, 'sso.update', { certificates: [plain, certificate] })).toMatchObject({
      certificates: [certificate],
    });
  });

  it('fetches metadata through the outbound guard, and reports what is wrong with the address', async () => {
    const { app, owner } = await anOrganization();
    const body = Buffer.from(metadata('https://idp.example.com/b', signingKey('provider').certificate));
    const answer = { status: 200, headers: {}, body, durationMs: 1 };
    const request = vi.spyOn(app.nest.get(Outbound, { strict: false }), 'request');
    const url = 'https://idp.example.com/metadata';
    try {
      request.mockResolvedValue({ ...answer, status: 404 });
      const rejected = await owner.client.mutate('sso.update', { metadata: url });
      expect([rejected.status, rejected.error!.data.issues?.[0]?.path]).toEqual([400, 'metadata']);
      request.mockResolvedValue(answer);
      const output = await made(owner.client, 'sso.update', { metadata: url });
      expect(output).toMatchObject({ entityId: 'https://idp.example.com/b' });
      expect(request).toHaveBeenCalledWith(expect.objectContaining({ method: 'GET', url }));
    } finally {
      request.mockRestore();
    }
  });

  const { certificate } = signingKey('provider');
  const REFUSED: [string, object, string][] = [
    ['nothing to go by', {}, 'entityId'],
    ['no certificate', { entityId: 'x', ssoUrl: 'https://idp.example.com' }, 'certificates'],
    ['an empty list of certificates', { certificates: [] }, 'certificates'],
    ['an invalid certificate', { certificates: ['nothing'] }, 'certificates.0'],
    ['a private key', { certificates: [signingKey('provider').privateKey] }, 'certificates.0'],
    ['a weak key', { certificates: [signingKey('weak', { bits: 1024 }).certificate] }, 'certificates.0'],
    [
      'an elliptic key',
      { certificates: [signingKey('ec', { curve: 'P-256' }).certificate] },
      'certificates.0',
    ],
    ['a certificate without an end', { certificates: [endless(certificate)] }, 'certificates.0'],
    [
      'metadata with a certificate without an end',
      { metadata: metadata('x', endless(certificate)) },
      'metadata',
    ],
    ['an address that runs', { ssoUrl: 'javascript:alert(1)' }, 'ssoUrl'],
    ['an address with a password', { ssoUrl: 'https://a:b@idp.example.com' }, 'ssoUrl'],
    ['an address with a backslash', { ssoUrl: 'https://idp.example.com\\@elsewhere.example' }, 'ssoUrl'],
    ['metadata and what it says', { metadata: '<x/>', entityId: 'x' }, 'entityId'],
    ['invalid metadata', { metadata: '<x/>' }, 'metadata'],
    ['metadata with a document type', { metadata: `<!DOCTYPE x>${metadata('x', certificate)}` }, 'metadata'],
    ['metadata without a key', { metadata: metadata('x', 'nothing') }, 'metadata'],
    ['metadata from inside', { metadata: 'https://127.0.0.1/metadata' }, 'metadata'],
    ['metadata by http', { metadata: 'http://idp.example.com/metadata' }, 'metadata'],
    ['an invalid domain', { domains: ['not a domain'] }, 'domains.0'],
    ['an address for a domain', { domains: ['a@example.org'] }, 'domains.0'],
    ['owners by default', { defaultRole: 'owner' }, 'defaultRole'],
    ['admins by default', { defaultRole: 'admin' }, 'defaultRole'],
    ['owners by group', { groupRoles: { Boss: 'owner' } }, 'groupRoles.Boss'],
    ['another type', { type: 'ldap' }, 'type'],
  ];

  it.each(REFUSED)('rejects %s', async (_name, input, path) => {
    const { owner } = await anOrganization();
    const { status, error } = await owner.client.mutate('sso.update', input);
    expect([status, error?.data.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
    expect((await owner.client.query('sso.get')).data.type).toBeNull();
  });

  it('allows only the owner to map groups to admin', async () => {
    const provider = await aSignOn();
    const { organization } = provider;
    const admin = await organization.addMember('admin');
    const rejected = await admin.client.mutate('sso.update', { groupRoles: { Mine: 'admin' } });
    expect([rejected.status, rejected.error?.data.code]).toEqual([403, 'FORBIDDEN']);
    await made(organization.owner.client, 'sso.update', { groupRoles: { Boss: 'admin' } });
    const kept = await made(admin.client, 'sso.update', { groupRoles: { Boss: 'admin', Staff: 'guest' } });
    expect(kept).toMatchObject({ groupRoles: { Boss: 'admin', Staff: 'guest' } });
  });

  it('allows only the owner to unmap one of several groups of admins', async () => {
    const { organization } = await aSignOn();
    const admin = await organization.addMember('admin');
    await made(organization.owner.client, 'sso.update', { groupRoles: { Boss: 'admin', Chief: 'admin' } });
    const rejected = await admin.client.mutate('sso.update', { groupRoles: { Boss: 'admin' } });
    expect([rejected.status, rejected.error?.data.code]).toEqual([403, 'FORBIDDEN']);
    await made(organization.owner.client, 'sso.update', { groupRoles: { Boss: 'admin' } });
    await made(admin.client, 'sso.update', { groupRoles: {} });
  });

  it('allows only the owner to change the claim of groups, once a group is mapped to admin', async () => {
    const provider = await aSignOn();
    const { owner, addMember } = provider.organization;
    const admin = await addMember('admin');
    await made(owner.client, 'sso.update', {
      attributeMapping: { groups: 'groups' },
      groupRoles: { Boss: 'admin' },
    });
    const changes = [
      { certificates: [...provider.settings.certificates, signingKey('stranger').certificate] },
      { ssoUrl: 'https://elsewhere.example.com/sso' },
      { attributeMapping: { groups: 'department' } },
    ];
    for (const change of changes) {
      const { status, error } = await admin.client.mutate('sso.update', change);
      expect([status, error?.data.code], JSON.stringify(change)).toEqual([403, 'FORBIDDEN']);
      await made(admin.client, 'sso.update', { ...change, groupRoles: {} });
      await made(owner.client, 'sso.update', {
        ...provider.settings,
        attributeMapping: { email: 'email', name: 'name', groups: 'groups' },
        groupRoles: { Boss: 'admin' },
      });
    }
    await made(admin.client, 'sso.update', { defaultRole: 'guest' });
  });

  it('rejects an outdated version: 409', async () => {
    const { organization } = await aSignOn();
    const { client } = organization.owner;
    const { data } = await client.query('sso.get');
    const expectedUpdatedAt = data.updatedAt as string;
    await made(client, 'sso.update', { expectedUpdatedAt, defaultRole: 'guest' });
    const late = await client.mutate('sso.update', { expectedUpdatedAt, defaultRole: 'member' });
    expect(late.status).toBe(409);
    expect((await client.mutate('sso.delete', { expectedUpdatedAt })).status).toBe(409);
  });
});

describe('sso.delete', () => {
  it('ends it, with its identities', async () => {
    const provider = await aSignOn();
    const { organization } = provider;
    const { client } = organization.owner;
    expect((await provider.signOn()).status).toBe(303);
    await made(client, 'sso.delete', {});
    expect((await client.query('sso.get')).data.type).toBeNull();
    expect((await client.mutate('sso.delete', {})).status).toBe(404);
    expect((await client.mutate('sso.test', {})).error?.data).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'not_configured',
    });
    expect((await provider.browser().request('GET', '/api/auth/saml/login')).status).toBe(404);
    const { rows } = await organization.app.sql.query(
      'select from sso_identities where organization_id = $1',
      [organization.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('its HTTP routes', () => {
  it('publish the organization’s metadata to identity providers', async () => {
    const provider = await aSignOn();
    const { audience, acsUrl } = provider;
    const answer = await provider.browser().request('GET', '/api/auth/saml/metadata');
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'application/samlmetadata+xml; charset=utf-8',
    ]);
    expect(String(answer.body)).toContain(`entityID="${audience}"`);
    expect(String(answer.body)).toContain(`Location="${acsUrl}"`);
    expect(String(answer.body)).toContain('WantAssertionsSigned="true"');
  });

  it('return 404 for an unknown organization', async () => {
    const provider = await aSignOn();
    for (const path of ['metadata', 'login']) {
      const answer = await provider
        .browser()
        .as({ slug: 'unknown-slug' })
        .request('GET', `/api/auth/saml/${path}`);
      expect(answer.status).toBe(404);
    }
  });

  it('sign out locally, and redirect to the start page', async () => {
    const provider = await aSignOn();
    const client = provider.browser(sessionOf(await provider.signOn())!);
    const foreign = await client.request('GET', '/api/auth/saml/logout', undefined, {
      'sec-fetch-site': 'same-site',
    });
    expect([foreign.status, foreign.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await client.query('workspaces.list')).status).toBe(200);
    const answer = await client.request('GET', '/api/auth/saml/logout');
    expect([answer.status, answer.headers['location']]).toEqual([303, '/']);
    expect((await client.query('workspaces.list')).status).toBe(401);
  });
});
