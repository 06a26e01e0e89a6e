import { verify } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../../support/audit';
import type { WireAnswer } from '../../support/client';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import {
  logoutRequest,
  logoutResponse,
  type LogoutStatement,
  type QueryOptions,
  signedQuery,
} from '../../support/identity-provider/logout-messages';
import { signed, type SamlStatement } from '../../support/identity-provider/saml-response';
import { withKeys } from '../../support/identity-provider/organization-keys';
import { signingKey } from '../../support/identity-provider/self-signed';
import {
  aSignOn,
  sessionOf,
  type TestIdentityProvider,
} from '../../support/identity-provider/test-identity-provider';

// Creates the application and the keys outside of the time limit of a test.
beforeAll(async () => {
  await aProvider();
  for (const name of ['stranger', 'neighbour']) signingKey(name);
}, 120_000);

const LOGOUT = '/api/auth/saml/logout';
const SLO = 'https://idp.example.com/slo';
const SLO_SETTINGS = { sloUrl: SLO };

async function aProvider(): Promise<TestIdentityProvider> {
  const provider = await aSignOn({ settings: SLO_SETTINGS });
  await withKeys(provider.organization);
  return provider;
}

const about = (provider: TestIdentityProvider, more: Partial<LogoutStatement> = {}): LogoutStatement => ({
  issuer: provider.entityId,
  destination: provider.acsUrl.replace(/acs$/, 'logout'),
  ...more,
});

/** A session that the provider began. */
async function signedOn(
  provider: TestIdentityProvider,
  nameId = 'person-1',
  sessionIndex?: string,
): Promise<string> {
  const told: Partial<SamlStatement> = { nameId, ...(sessionIndex ? { sessionIndex } : {}) };
  return sessionOf(await provider.signOn(told))!;
}

const isAlive = async (provider: TestIdentityProvider, session: string): Promise<boolean> =>
  (await provider.browser(session).query('auth.me')).status === 200;

/** By the browser's address line, as identity providers send it. */
const byQuery = (provider: TestIdentityProvider, query: string, cookie?: string): Promise<WireAnswer> =>
  provider.browser(cookie).request('GET', `${LOGOUT}?${query}`, undefined, {
    'sec-fetch-site': 'cross-site',
    accept: 'text/html',
  });

const byForm = (
  provider: TestIdentityProvider,
  fields: Record<string, string>,
  cookie?: string,
): Promise<WireAnswer> =>
  provider.browser(cookie).request('POST', LOGOUT, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://idp.example.com',
    'sec-fetch-site': 'cross-site',
    accept: 'text/html',
  });

const request = (
  provider: TestIdentityProvider,
  more: Partial<LogoutStatement> = {},
  options: QueryOptions = {},
): string => signedQuery('SAMLRequest', logoutRequest(about(provider, more)), provider.key, options);

async function refusal({ organization }: TestIdentityProvider): Promise<string | null> {
  const [entry] = await auditEntries(organization, { action: 'auth.signout', limit: 1 });
  return entry?.outcome === 'failure' ? entry.reason : null;
}

/** What a message of ours says, once its signature has been checked as its receiver does. */
async function opened(provider: TestIdentityProvider, location: string): Promise<string> {
  const { search } = new URL(location);
  const [covered, signature] = search.slice(1).split('&Signature=') as [string, string];
  const own = covered.slice(covered.search(/SAML(Request|Response)=/));
  expect(own).toContain(`SigAlg=${encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')}`);
  const key = await provider.certificateFor('signing');
  const bytes = Buffer.from(decodeURIComponent(signature), 'base64');
  expect(verify('sha256', Buffer.from(own), key, bytes)).toBe(true);
  const message = /SAML(?:Request|Response)=([^&]+)/.exec(own)![1]!;
  return inflateRawSync(Buffer.from(decodeURIComponent(message), 'base64')).toString();
}

describe('authentication requests', () => {
  it('are signed, with any return path', async () => {
    const provider = await aSignOn({
      settings: { signRequests: true, ssoUrl: 'https://idp.example.com/sso?a=b%20c' },
    });
    const path = "/boards/it's~(one)*!?q=a+b%20c&d=%C3%BC";
    const { location } = await provider.begin(`/api/auth/saml/login?continue=${encodeURIComponent(path)}`);
    expect(location.searchParams.get('a')).toBe('b c');
    expect(location.searchParams.get('RelayState')).toBe(path);
    const xml = await opened(provider, location.href);
    expect(xml).toContain(`AssertionConsumerServiceURL="${provider.acsUrl}"`);
    expect(xml).toContain(`<saml:Issuer>${provider.audience}</saml:Issuer>`);
    expect(await provider.metadata()).toContain('AuthnRequestsSigned="true"');
  });

  it('are not signed when the provider has no key of ours', async () => {
    const provider = await aSignOn({ settings: { signRequests: false } });
    const { location } = await provider.begin();
    expect(location.searchParams.has('Signature')).toBe(false);
    expect(await provider.metadata()).toContain('AuthnRequestsSigned="false"');
  });

  it('are signed by default', async () => {
    const { owner } = await anOrganization();
    expect((await owner.client.query('sso.get')).data).toMatchObject({ signRequests: true, sloUrl: null });
  });
});

describe('signing out', () => {
  it('ends the session here and continues at the provider, which responds', async () => {
    const provider = await aProvider();
    const session = await signedOn(provider, 'person-1', '_index-1');
    const away = await provider.browser(session).request('GET', LOGOUT);
    const { location } = away.headers;
    expect([away.status, location!.startsWith(`${SLO}?SAMLRequest=`)]).toEqual([303, true]);
    expect(await isAlive(provider, session)).toBe(false);
    const xml = await opened(provider, location!);
    expect(xml).toContain(`Destination="${SLO}"`);
    expect(xml).toContain(
      '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">person-1</saml:NameID>',
    );
    expect(xml).toContain('<samlp:SessionIndex>_index-1</samlp:SessionIndex>');
    const inResponseTo = / ID="([^"]+)"/.exec(xml)![1]!;
    const cookie = browserOf(away);
    const answer = logoutResponse(about(provider, { inResponseTo }));
    const back = await byQuery(provider, signedQuery('SAMLResponse', answer, provider.key), cookie);
    expect([back.status, back.headers['location']]).toEqual([303, '/']);
    const again = await byQuery(provider, signedQuery('SAMLResponse', answer, provider.key), cookie);
    expect([again.status, await refusal(provider)]).toEqual([401, 'request_unknown']);
  });

  it('reports when the provider could not sign the user out everywhere', async () => {
    const provider = await aProvider();
    const partly = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:PartialLogout"/>';
    for (const said of [{ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, { more: partly }]) {
      const session = await signedOn(provider);
      const away = await provider.browser(session).request('GET', LOGOUT);
      const inResponseTo = / ID="([^"]+)"/.exec(await opened(provider, away.headers['location']!))![1]!;
      const xml = logoutResponse(about(provider, { inResponseTo, ...said }));
      const fields = { SAMLResponse: base64(signed(xml, 'LogoutResponse', provider.key)) };
      const back = await byForm(provider, fields, browserOf(away));
      expect([back.status, await refusal(provider)]).toEqual([400, 'logout_incomplete']);
      expect(String(back.body)).toContain('signed out here');
    }
  });

  it('rejects a response that this browser did not request', async () => {
    const provider = await aProvider();
    const away = await provider.browser(await signedOn(provider)).request('GET', LOGOUT);
    const other = await provider.browser(await signedOn(provider)).request('GET', LOGOUT);
    const inResponseTo = / ID="([^"]+)"/.exec(await opened(provider, away.headers['location']!))![1]!;
    const query = signedQuery(
      'SAMLResponse',
      logoutResponse(about(provider, { inResponseTo })),
      provider.key,
    );
    for (const cookie of [browserOf(other), undefined]) {
      expect((await byQuery(provider, query, cookie)).status).toBe(401);
      expect(await refusal(provider)).toBe('request_unknown');
    }
    // It is no valid response to an authentication request either.
    const journey = await provider.begin(undefined, browserOf(away));
    const mixed = logoutResponse(about(provider, { inResponseTo: journey.requestId }));
    const answer = await byQuery(provider, signedQuery('SAMLResponse', mixed, provider.key), journey.cookie);
    expect(answer.status).toBe(401);
    const response = provider.respond({ requestId: inResponseTo });
    expect((await provider.send(response, { cookie: browserOf(away)! })).status).toBe(401);
  });

  it('is local for sessions that the provider did not begin, and without single logout', async () => {
    const plain = await aSignOn();
    const away = await plain.browser(await signedOn(plain)).request('GET', LOGOUT);
    expect([away.status, away.headers['location']]).toEqual([303, '/']);
    const provider = await aProvider();
    const anonymous = await provider.browser().request('GET', LOGOUT);
    expect(anonymous.headers['location']).toBe('/');
    const session = await signedOn(provider);
    await made(provider.organization.owner.client, 'sso.update', { sloUrl: null });
    expect((await provider.browser(session).request('GET', LOGOUT)).headers['location']).toBe('/');
  });

  it('asks for confirmation first when another site links to it', async () => {
    const provider = await aProvider();
    const session = await signedOn(provider);
    const asked = await byQuery(provider, '', session);
    expect([asked.status, await isAlive(provider, session)]).toEqual([200, true]);
    // Browsers would apply it to the redirects of the provider too.
    expect(asked.headers['content-security-policy']).not.toContain('form-action');
    const foreign = await byForm(provider, {}, session);
    expect([foreign.status, await isAlive(provider, session)]).toEqual([403, true]);
    const own = await provider.browser(session).request('POST', LOGOUT, '', {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `http://${provider.organization.slug}.trestle.test`,
    });
    expect([own.status, await isAlive(provider, session)]).toEqual([303, false]);
    expect(own.headers['location']).toContain(SLO);
  });
});

describe('logout by the provider', () => {
  it('ends all its sessions of the user, and gets a response', async () => {
    const provider = await aProvider();
    const [one, two, other] = [
      await signedOn(provider),
      await signedOn(provider),
      await signedOn(provider, 'person-2'),
    ];
    const relayState = "it's its own ~(business)";
    const answer = await byQuery(provider, request(provider, { id: '_asked' }, { relayState }));
    expect(answer.status).toBe(303);
    const xml = await opened(provider, answer.headers['location']!);
    expect(xml).toContain('InResponseTo="_asked"');
    expect(xml).toContain('urn:oasis:names:tc:SAML:2.0:status:Success');
    expect(new URL(answer.headers['location']!).searchParams.get('RelayState')).toBe(relayState);
    const alive = await Promise.all([one, two, other].map((session) => isAlive(provider, session)));
    expect(alive).toEqual([false, false, true]);
    const [entry] = await auditEntries(provider.organization, { action: 'auth.signout', limit: 1 });
    expect(entry).toMatchObject({
      outcome: 'success',
      details: { method: 'saml', by: 'identity_provider', sessions: 2 },
    });
  });

  it('ends the named sessions and no other', async () => {
    const provider = await aProvider();
    const [one, two] = [await signedOn(provider, 'person-1', 'a'), await signedOn(provider, 'person-1', 'b')];
    const xml = logoutRequest(about(provider, { sessionIndexes: ['b', 'c'], notOnOrAfter: 60_000 }));
    const fields = { SAMLRequest: base64(signed(xml, 'LogoutRequest', provider.key)) };
    const answer = await byForm(provider, fields);
    expect(answer.headers['location']).toContain(`${SLO}?SAMLResponse=`);
    expect([await isAlive(provider, one), await isAlive(provider, two)]).toEqual([true, false]);
  });

  it('does not affect sessions that it did not begin', async () => {
    const provider = await aProvider();
    const neighbour = await aProvider();
    const theirs = await signedOn(neighbour);
    const answer = await byQuery(provider, request(provider));
    expect(answer.status).toBe(303);
    expect(await isAlive(neighbour, theirs)).toBe(true);
    const [entry] = await auditEntries(provider.organization, { action: 'auth.signout', limit: 1 });
    expect(entry).toMatchObject({ outcome: 'success', target: null, details: { sessions: 0 } });
  });

  it('gets its response at the address of its metadata', async () => {
    const provider = await aSignOn();
    const { certificate } = provider.key;
    const service = (more: string) =>
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/out"${more}/>`;
    const metadata = (more: string) =>
      `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${provider.entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----[^-]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>${more}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${provider.ssoUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
    const { client } = provider.organization.owner;
    const elsewhere = ' ResponseLocation="https://idp.example.com/answers"';
    const output = await made(client, 'sso.update', { metadata: metadata(service(elsewhere)) });
    expect(output).toMatchObject({ sloUrl: 'https://idp.example.com/out' });
    const answer = await byQuery(provider, request(provider));
    expect(answer.headers['location']).toMatch(/^https:\/\/idp\.example\.com\/answers\?/);
    const bad = await client.mutate('sso.update', {
      metadata: metadata(service(' ResponseLocation="javascript:alert(1)"')),
    });
    expect([bad.status, bad.error!.data.issues?.[0]?.path]).toEqual([400, 'metadata']);
    expect(await made(client, 'sso.update', { metadata: metadata('') })).toMatchObject({ sloUrl: null });
    const unanswered = await byQuery(provider, request(provider));
    expect([unanswered.status, String(unanswered.body).includes('signed out')]).toEqual([200, true]);
  });

  it('is valid once, also concurrently', async () => {
    const provider = await aProvider();
    const query = request(provider);
    const answers = await Promise.all(Array.from({ length: 5 }, () => byQuery(provider, query)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401, 401, 401, 401]);
    const session = await signedOn(provider);
    expect((await byQuery(provider, query)).status).toBe(401);
    expect([await refusal(provider), await isAlive(provider, session)]).toEqual(['message_replayed', true]);
  });
});

const base64 = (xml: string): string => Buffer.from(xml).toString('base64');

function browserOf(answer: WireAnswer): string | undefined {
  const given = [answer.headers['set-cookie'] ?? []].flat() as unknown as string[];
  return given.find((cookie) => cookie.startsWith('sso='))?.split(';', 1)[0];
}

interface Refused {
  name: string;
  reason: string;
  query?: (provider: TestIdentityProvider) => string;
  form?: (provider: TestIdentityProvider) => Record<string, string>;
}

const stranger = () => signingKey('stranger');
const told = (more: Partial<LogoutStatement>) => (provider: TestIdentityProvider) => request(provider, more);
const inForm =
  (build: (xml: string, provider: TestIdentityProvider) => string, more: Partial<LogoutStatement> = {}) =>
  (provider: TestIdentityProvider) => ({
    SAMLRequest: base64(build(logoutRequest(about(provider, more)), provider)),
  });
const SIGNATURE = /<ds:Signature[\s\S]*?<\/ds:Signature>/;

const REFUSED: Refused[] = [
  {
    name: 'no signature',
    reason: 'message_unsigned',
    query: (provider) => request(provider).replace(/&SigAlg=.*/, ''),
  },
  {
    name: 'an algorithm without a signature',
    reason: 'message_unsigned',
    query: (provider) => request(provider).replace(/&Signature=.*/, ''),
  },
  {
    name: 'a signature of a stranger',
    reason: 'signature_invalid',
    query: (provider) => signedQuery('SAMLRequest', logoutRequest(about(provider)), stranger()),
  },
  {
    name: 'a neighbour’s request',
    reason: 'signature_invalid',
    query: (provider) => signedQuery('SAMLRequest', logoutRequest(about(provider)), signingKey('neighbour')),
  },
  {
    name: 'another message under the same signature',
    reason: 'signature_invalid',
    query: (provider) =>
      request(provider).replace(
        /SAMLRequest=[^&]+/,
        `SAMLRequest=${encodeURIComponent(deflateRawSync(logoutRequest(about(provider, { nameId: 'person-2' }))).toString('base64'))}`,
      ),
  },
  {
    name: 'a relay state that was added',
    reason: 'signature_invalid',
    query: (provider) => `RelayState=x&${request(provider)}`,
  },
  {
    name: 'SHA-1',
    reason: 'weak_algorithm',
    query: (provider) =>
      request(provider, {}, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', hash: 'sha1' }),
  },
  {
    name: 'MD5 by its own name',
    reason: 'weak_algorithm',
    query: (provider) => request(provider, {}, { algorithm: 'urn:x#RSA-MD5', hash: 'md5' }),
  },
  {
    name: 'two requests',
    reason: 'malformed',
    query: (provider) => `${request(provider)}&${request(provider)}`,
  },
  {
    name: 'a request and a response',
    reason: 'malformed',
    query: (provider) => `SAMLResponse=x&${request(provider)}`,
  },
  {
    name: 'another encoding',
    reason: 'malformed',
    query: (provider) => `${request(provider)}&SAMLEncoding=urn:x`,
  },
  {
    name: 'half a character',
    reason: 'malformed',
    query: (provider) => request(provider).replace('SigAlg=', 'SigAlg=%E0%A4%A'),
  },
  {
    name: 'a bomb',
    reason: 'too_large',
    query: (provider) => signedQuery('SAMLRequest', Buffer.alloc(1_500_000, 'a'), provider.key),
  },
  {
    name: 'no XML',
    reason: 'not_xml',
    query: (provider) => signedQuery('SAMLRequest', 'a letter', provider.key),
  },
  {
    name: 'a document type',
    reason: 'xml_not_allowed',
    query: (provider) =>
      signedQuery('SAMLRequest', `<!DOCTYPE x>${logoutRequest(about(provider))}`, provider.key),
  },
  {
    name: 'a comment in the name',
    reason: 'xml_not_allowed',
    query: told({ nameIdXml: '<saml:NameID>person-1<!-- -->.evil</saml:NameID>' }),
  },
  {
    name: 'a response that claims to be a request',
    reason: 'unexpected_structure',
    query: (provider) => signedQuery('SAMLRequest', logoutResponse(about(provider)), provider.key),
  },
  {
    name: 'a response to a request to sign on',
    reason: 'unexpected_structure',
    query: (provider) =>
      signedQuery(
        'SAMLResponse',
        provider.respond({ requestId: '_x' }).replace(/<saml:Assertion.*<\/saml:Assertion>/s, ''),
        provider.key,
      ),
  },
  { name: 'another issuer', reason: 'issuer_mismatch', query: told({ issuer: 'https://other.example' }) },
  { name: 'no issuer', reason: 'issuer_mismatch', query: told({ issuer: null }) },
  {
    name: 'another destination',
    reason: 'destination_mismatch',
    query: told({ destination: 'https://other.example' }),
  },
  { name: 'no destination', reason: 'destination_mismatch', query: told({ destination: null }) },
  { name: 'a request of long ago', reason: 'expired', query: told({ issuedAt: -361_000 }) },
  { name: 'a request that has ended', reason: 'expired', query: told({ notOnOrAfter: -61_000 }) },
  { name: 'a request of tomorrow', reason: 'not_yet_valid', query: told({ issuedAt: 75_000 }) },
  {
    name: 'what is no character of XML',
    reason: 'not_xml',
    query: told({ nameIdXml: '<saml:NameID>a&#0;b</saml:NameID>' }),
  },
  { name: 'no subject', reason: 'subject_missing', query: told({ nameIdXml: '' }) },
  {
    name: 'two people',
    reason: 'subject_missing',
    query: told({ nameIdXml: '<saml:NameID>person-1</saml:NameID><saml:NameID>person-2</saml:NameID>' }),
  },
  {
    name: 'an encrypted name',
    reason: 'subject_missing',
    query: told({ nameIdXml: '<saml:NameID>person-1</saml:NameID><saml:EncryptedID/>' }),
  },
  {
    name: 'a thousand sessions',
    reason: 'unexpected_structure',
    query: told({ sessionIndexes: Array.from({ length: 1_000 }, (_, index) => `s${index}`) }),
  },
  {
    name: 'a signature inside of what is signed outside',
    reason: 'signature_structure',
    query: (provider) =>
      signedQuery(
        'SAMLRequest',
        signed(logoutRequest(about(provider)), 'LogoutRequest', provider.key),
        provider.key,
      ),
  },
  { name: 'a form without a signature', reason: 'message_unsigned', form: inForm((xml) => xml) },
  {
    name: 'a form signed by a stranger',
    reason: 'signature_invalid',
    form: inForm((xml) => signed(xml, 'LogoutRequest', stranger())),
  },
  {
    name: 'a form that was changed after it was signed',
    reason: 'signature_invalid',
    form: inForm((xml, { key }) => signed(xml, 'LogoutRequest', key).replace('>person-1<', '>person-2<')),
  },
  {
    name: 'a form signed by SHA-1',
    reason: 'weak_algorithm',
    form: inForm((xml, { key }) =>
      signed(xml, 'LogoutRequest', key, {
        signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      }),
    ),
  },
  {
    name: 'a signed request inside of a forged one',
    reason: 'signature_structure',
    form: inForm((xml, provider) => {
      const forged = logoutRequest(about(provider, { nameId: 'person-2' }));
      const whole = signed(xml, 'LogoutRequest', provider.key);
      return forged.replace('</samlp:LogoutRequest>', `<samlp:Extensions>${whole}</samlp:Extensions>$&`);
    }),
  },
  {
    name: 'a signature of another request',
    reason: 'signature_structure',
    form: inForm((xml, provider) => {
      const whole = signed(xml, 'LogoutRequest', provider.key);
      const forged = logoutRequest(about(provider, { nameId: 'person-2' }));
      return forged.replace('</saml:Issuer>', `$&${SIGNATURE.exec(whole)![0]}`);
    }),
  },
  {
    name: 'the same id twice',
    reason: 'duplicate_id',
    form: inForm((xml, { key }) => signed(xml, 'LogoutRequest', key), {
      id: '_twice',
      more: '<samlp:Extensions ID="_twice"/>',
    }),
  },
  {
    name: 'a form of a megabyte',
    reason: 'too_large',
    form: () => ({ SAMLRequest: 'QUFB'.repeat(100_000) }),
  },
  {
    name: 'a relay state that no address holds',
    reason: 'too_large',
    form: (provider) => ({
      ...inForm((xml, { key }) => signed(xml, 'LogoutRequest', key))(provider),
      RelayState: 'x'.repeat(10_000),
    }),
  },
  {
    name: 'a form with both',
    reason: 'malformed',
    form: () => ({ SAMLRequest: 'QUFB', SAMLResponse: 'QUFB' }),
  },
];

describe('logout messages that are rejected', () => {
  it.each(REFUSED)('$name: $reason, and no one is signed out', async ({ query, form, reason }) => {
    const provider = await aProvider();
    const sessions = [await signedOn(provider), await signedOn(provider, 'person-2')];
    const answer = query
      ? await byQuery(provider, query(provider), sessions[0])
      : await byForm(provider, form!(provider), sessions[0]);
    expect([400, 401]).toContain(answer.status);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(String(answer.body)).toContain(`<code>${reason}</code>`);
    expect(await refusal(provider)).toBe(reason);
    for (const session of sessions) expect(await isAlive(provider, session)).toBe(true);
  });
});
