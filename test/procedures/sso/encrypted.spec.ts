import { constants, X509Certificate } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BY_SHA256,
  encryptedAssertion,
  type EncryptionOptions,
  OAEP_11,
} from '../../support/identity-provider/encrypted-assertion';
import { assertionXml, responseXml, signed } from '../../support/identity-provider/saml-response';
import { withKeys } from '../../support/identity-provider/organization-keys';
import { signingKey } from '../../support/identity-provider/self-signed';
import {
  aSignOn,
  type Journey,
  sessionOf,
  type TestIdentityProvider,
} from '../../support/identity-provider/test-identity-provider';
import { made } from '../../support/factories/workspace.factory';
import { problemOf } from './sign-on-checks';

let provider: TestIdentityProvider;

// Creates the application and the keys outside of the time limit of a test.
beforeAll(async () => {
  provider = await aSignOn();
  await withKeys(provider.organization);
  signingKey('stranger');
}, 120_000);

const SIGNATURE = /<ds:Signature[\s\S]*?<\/ds:Signature>/;

describe('encrypted assertions', () => {
  const VARIANTS: [string, EncryptionOptions][] = [
    ['AES-256-GCM and RSA-OAEP', {}],
    ['AES-128-GCM', { cipher: 'aes-128-gcm' }],
    ['SHA-256 in RSA-OAEP', { keyMethod: OAEP_11, keyMethodXml: BY_SHA256, oaepHash: 'sha256' }],
    ['the newer name with what it means by default', { keyMethod: OAEP_11 }],
    ['a key beside the data', { isKeyApart: true }],
  ];

  it.each(VARIANTS)('are accepted with %s', async (_name, options) => {
    const journey = await provider.begin();
    const answer = await provider.send(await provider.respondEncrypted(journey, options), journey);
    expect([answer.status, await problemOf(provider)]).toEqual([303, null]);
    const { data: me } = await provider.browser(sessionOf(answer)!).query('auth.me');
    expect(me).toMatchObject({ email: provider.emailOf('person-1'), name: 'Sam Signed-On' });
  });

  it('are accepted in a signed response too, with other line ends', async () => {
    const journey = await provider.begin();
    const inner = (xml: string) => xml.replaceAll('><', '>\n<');
    const statement = provider.statement(journey);
    const assertion = signed(inner(assertionXml(statement)), 'Assertion', provider.key);
    const certificate = await provider.certificateFor('encryption');
    const crlf = encryptedAssertion(assertion.replaceAll('\n', '\r\n'), certificate);
    const response = signed(responseXml(statement, crlf), 'Response', provider.key);
    const answer = await provider.send(response, journey);
    expect([answer.status, await problemOf(provider)]).toEqual([303, null]);
  });

  it('are valid once', async () => {
    const journey = await provider.begin();
    const statement = provider.statement(journey);
    const assertion = signed(assertionXml(statement), 'Assertion', provider.key);
    const certificate = await provider.certificateFor('encryption');
    // Once for each response: encrypted texts cannot be compared.
    const sent = () => responseXml(statement, encryptedAssertion(assertion, certificate));
    expect((await provider.send(sent(), journey)).status).toBe(303);
    expect((await provider.send(sent(), journey)).status).toBe(401);
    expect(await problemOf(provider)).toBe('assertion_replayed');
  });
});

interface Refused {
  name: string;
  reason: string;
  build(journey: Journey): Promise<string>;
}

const encrypted =
  (options: Parameters<TestIdentityProvider['respondEncrypted']>[1]) =>
  (journey: Journey): Promise<string> =>
    provider.respondEncrypted(journey, options);

/** Changes an honest message. */
const edited =
  (edit: (xml: string) => string, options: EncryptionOptions = {}) =>
  async (journey: Journey): Promise<string> =>
    edit(await provider.respondEncrypted(journey, options));

/** Another character in the middle of what is encrypted: of the key, or of the data. */
const spoiled = (which: 0 | 1) => (xml: string) => {
  let seen = -1;
  return xml.replaceAll(/(<xenc:CipherValue>[\s\S]{40})(.)/g, (all, before: string, one: string) => {
    seen += 1;
    return seen === which ? `${before}${one === 'A' ? 'B' : 'A'}` : all;
  });
};

const REFUSED: Refused[] = [
  {
    name: 'an unsigned assertion',
    reason: 'assertion_unsigned',
    build: encrypted({ inner: (xml) => xml.replace(SIGNATURE, '') }),
  },
  {
    name: 'an unsigned assertion in a signed response',
    reason: 'assertion_unsigned',
    build: async (journey) =>
      signed(
        await encrypted({ inner: (xml) => xml.replace(SIGNATURE, '') })(journey),
        'Response',
        provider.key,
      ),
  },
  {
    name: 'an assertion signed by a stranger',
    reason: 'signature_invalid',
    build: encrypted({
      inner: (xml) => signed(xml.replace(SIGNATURE, ''), 'Assertion', signingKey('stranger')),
    }),
  },
  {
    name: 'another name than was signed',
    reason: 'signature_invalid',
    build: encrypted({ inner: (xml) => xml.replace('>person-1</saml:NameID>', '>victim</saml:NameID>') }),
  },
  {
    name: 'a signed assertion hidden in a forged one',
    reason: 'several_assertions',
    build: encrypted({
      inner: (xml) =>
        xml
          .replace(SIGNATURE, '')
          .replace('>person-1</saml:NameID>', '>victim</saml:NameID>')
          .replace('<saml:AuthnStatement', `<saml:Advice>${xml}</saml:Advice>$&`),
    }),
  },
  {
    name: 'two assertions',
    reason: 'not_xml',
    build: encrypted({ inner: (xml) => xml + xml }),
  },
  {
    name: 'an end of the response and another one',
    reason: 'not_xml',
    build: encrypted({ inner: (xml) => `${xml}</samlp:Response><samlp:Response>` }),
  },
  {
    name: 'a whole response',
    reason: 'several_assertions',
    build: encrypted({
      inner: (xml) =>
        `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><x:Response xmlns:x="urn:x">${xml}</x:Response></saml:Assertion>`,
    }),
  },
  {
    name: 'something else than an assertion',
    reason: 'unexpected_structure',
    build: encrypted({
      inner: () => '<saml:Advice xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
    }),
  },
  {
    name: 'another encrypted assertion',
    reason: 'encrypted_part',
    build: async (journey) => {
      const certificate = await provider.certificateFor('encryption');
      return encrypted({ inner: (xml) => encryptedAssertion(xml, certificate) })(journey);
    },
  },
  {
    name: 'an encrypted name',
    reason: 'encrypted_part',
    build: encrypted({
      told: {
        nameIdXml:
          '<saml:EncryptedID><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedID>',
      },
    }),
  },
  {
    name: 'a document type',
    reason: 'xml_not_allowed',
    build: encrypted({ inner: (xml) => `<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${xml}` }),
  },
  {
    name: 'a comment in the name',
    reason: 'xml_not_allowed',
    build: encrypted({ inner: (xml) => xml.replace('>person-1<', '>per<!-- -->son-1<') }),
  },
  {
    name: 'bytes that are no text',
    reason: 'not_xml',
    build: async (journey) => {
      const statement = provider.statement(journey);
      const certificate = await provider.certificateFor('encryption');
      const bytes = Buffer.from([0xff, 0xfe, 0x3c]) as unknown as string;
      return responseXml(statement, encryptedAssertion(bytes, certificate));
    },
  },
  {
    name: 'ten thousand levels',
    reason: 'not_xml',
    build: encrypted({ inner: () => '<a>'.repeat(10_000) + '</a>'.repeat(10_000) }),
  },
  {
    name: 'an id of the envelope',
    reason: 'duplicate_id',
    build: encrypted({ told: { responseId: '_same', assertionId: '_same' } }),
  },
  { name: 'an expired assertion', reason: 'expired', build: encrypted({ told: { notOnOrAfter: -61_000 } }) },
  {
    name: 'an assertion for another user',
    reason: 'audience_mismatch',
    build: encrypted({ told: { audience: 'https://other.example' } }),
  },
  {
    name: 'an assertion in response to another request',
    reason: 'request_mismatch',
    build: encrypted({ told: { confirmationInResponseTo: '_other' } }),
  },
  {
    name: 'AES-CBC',
    reason: 'encryption_algorithm',
    build: encrypted({ cipher: 'aes-256-cbc' }),
  },
  {
    name: 'triple DES',
    reason: 'encryption_algorithm',
    build: encrypted({ cipherName: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc' }),
  },
  {
    name: 'RSA by PKCS #1 v1.5',
    reason: 'encryption_algorithm',
    build: encrypted({
      keyMethod: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
      padding: constants.RSA_PKCS1_PADDING,
    }),
  },
  {
    name: 'a hash that the mask does not have',
    reason: 'encryption_algorithm',
    build: encrypted({ keyMethodXml: BY_SHA256, oaepHash: 'sha256' }),
  },
  { name: 'no algorithm', reason: 'encryption_algorithm', build: encrypted({ cipherName: '' }) },
  {
    name: 'a key by PKCS #1 v1.5 under the name of OAEP',
    reason: 'decryption_failed',
    build: encrypted({ padding: constants.RSA_PKCS1_PADDING }),
  },
  {
    name: 'data by CBC under the name of GCM',
    reason: 'decryption_failed',
    build: encrypted({ cipher: 'aes-256-cbc', cipherName: 'http://www.w3.org/2009/xmlenc11#aes256-gcm' }),
  },
  { name: 'another key', reason: 'decryption_failed', build: edited(spoiled(0)) },
  { name: 'other data', reason: 'decryption_failed', build: edited(spoiled(1)) },
  {
    name: 'a key of another length',
    reason: 'decryption_failed',
    build: encrypted({
      cipher: 'aes-128-gcm',
      cipherName: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    }),
  },
  {
    name: 'less data than a tag',
    reason: 'decryption_failed',
    build: edited((xml) =>
      xml.replace(
        /(<\/ds:KeyInfo><xenc:CipherData><xenc:CipherValue>)[^<]+/,
        `$1${Buffer.alloc(20).toString('base64')}`,
      ),
    ),
  },
  {
    name: 'the key of another organization',
    reason: 'decryption_failed',
    build: async (journey) => {
      const statement = provider.statement(journey);
      const assertion = signed(assertionXml(statement), 'Assertion', provider.key);
      return responseXml(statement, encryptedAssertion(assertion, signingKey('stranger').certificate));
    },
  },
  {
    name: 'the key of a neighbour',
    reason: 'decryption_failed',
    build: async (journey) => {
      const neighbour = await aSignOn();
      const statement = provider.statement(journey);
      const assertion = signed(assertionXml(statement), 'Assertion', provider.key);
      return responseXml(
        statement,
        encryptedAssertion(assertion, await neighbour.certificateFor('encryption')),
      );
    },
  },
  {
    name: 'two keys',
    reason: 'encryption_structure',
    build: edited((xml) =>
      xml.replace(/<xenc:EncryptedKey[\s\S]*<\/xenc:EncryptedKey>/, '$&$&').replace('Id="_key"', ''),
    ),
  },
  {
    name: 'data of somewhere else',
    reason: 'encryption_structure',
    build: edited((xml) =>
      xml.replace(
        /<xenc:CipherValue>[^<]+<\/xenc:CipherValue>/,
        '<xenc:CipherReference URI="http://169.254.169.254/"/>',
      ),
    ),
  },
  {
    name: 'no key',
    reason: 'encryption_structure',
    build: edited((xml) => xml.replace(/<xenc:EncryptedKey[\s\S]*<\/xenc:EncryptedKey>/, '')),
  },
  {
    name: 'a plain assertion beside the encrypted one',
    reason: 'several_assertions',
    build: edited((xml) =>
      xml.replace('<saml:EncryptedAssertion', `${assertionXml(provider.statement({ requestId: '_x' }))}$&`),
    ),
  },
  {
    name: 'two encrypted assertions',
    reason: 'several_assertions',
    build: edited((xml) =>
      xml
        .replaceAll(' Id="_key"', '')
        .replace(/<saml:EncryptedAssertion[\s\S]*<\/saml:EncryptedAssertion>/, '$&$&'),
    ),
  },
  {
    name: 'an extension beside the encrypted one',
    reason: 'unexpected_structure',
    build: edited((xml) => xml.replace('<samlp:Status>', '<samlp:Extensions/>$&')),
  },
  {
    name: 'a signature of a stranger on the response',
    reason: 'signature_invalid',
    build: async (journey) =>
      signed(await provider.respondEncrypted(journey), 'Response', signingKey('stranger')),
  },
  {
    name: 'a response that was changed after it was signed',
    reason: 'signature_invalid',
    build: async (journey) =>
      signed(await provider.respondEncrypted(journey), 'Response', provider.key).replace(
        /IssueInstant="[^"]+"/,
        'IssueInstant="2026-01-01T00:00:00Z"',
      ),
  },
];

describe('encrypted responses that are rejected', () => {
  // The audit log records a limited number of rejections per organization.
  beforeEach(async () => {
    provider = await aSignOn();
    await withKeys(provider.organization);
  });

  it.each(REFUSED)('$name: $reason', async ({ build, reason }) => {
    const journey = await provider.begin();
    const answer = await provider.send(await build(journey), journey);
    expect([400, 401]).toContain(answer.status);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(String(answer.body)).toContain(`<code>${reason}</code>`);
    expect(await problemOf(provider)).toBe(reason);
  });

  it('are indistinguishable by their decryption error', async () => {
    const failures = REFUSED.filter(({ reason }) => reason === 'decryption_failed');
    const pages = new Set<string>();
    for (const { build } of failures) {
      const journey = await provider.begin();
      const { status, body } = await provider.send(await build(journey), journey);
      pages.add(`${status} ${String(body).replaceAll(/req_\w+|[0-9a-f-]{20,}/g, '')}`);
    }
    expect(failures.length).toBeGreaterThanOrEqual(8);
    expect(pages.size).toBe(1);
  });
});

describe('an organization’s own keys', () => {
  it('are created once, one for each purpose, and published in the metadata', async () => {
    const fresh = await aSignOn();
    const [first, second] = await Promise.all([fresh.metadata(), fresh.metadata()]);
    expect(second).toBe(first);
    const signing = new X509Certificate(await fresh.certificateFor('signing'));
    const encryption = new X509Certificate(await fresh.certificateFor('encryption'));
    expect(signing.fingerprint256).not.toBe(encryption.fingerprint256);
    for (const certificate of [signing, encryption]) {
      expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
      expect(certificate.verify(certificate.publicKey)).toBe(true);
      expect(Date.parse(certificate.validTo) - Date.now()).toBeGreaterThan(9 * 365 * 86_400_000);
    }
    expect(first).toContain('http://www.w3.org/2009/xmlenc11#aes256-gcm');
    expect(first).not.toContain('cbc');
    expect(first).toMatch(/xmlenc11#rsa-oaep"\s*><ds:DigestMethod Algorithm="[^"]+sha256" \/><xenc11:MGF/);
  });

  it('are deleted with their connection', async () => {
    const fresh = await aSignOn();
    const old = await fresh.certificateFor('encryption');
    await made(fresh.organization.owner.client, 'sso.delete', {});
    await made(fresh.organization.owner.client, 'sso.update', fresh.settings);
    expect(await fresh.certificateFor('encryption')).not.toBe(old);
    const statement = fresh.statement(await fresh.begin());
    const journey = await fresh.begin();
    const assertion = signed(assertionXml(statement), 'Assertion', fresh.key);
    const answer = await fresh.send(responseXml(statement, encryptedAssertion(assertion, old)), journey);
    expect([answer.status, await problemOf(fresh)]).toEqual([400, 'decryption_failed']);
  });

  it('are encrypted in the database, and never returned', async () => {
    await provider.metadata();
    const { app, id, owner } = provider.organization;
    const { rows } = await app.sql.query<{ sealed: string }>(
      'select sealed_private_key as sealed from sso_keys where organization_id = $1',
      [id],
    );
    expect(rows).toHaveLength(2);
    for (const { sealed } of rows) expect(sealed).toMatch(/^v1\.[\w-]+\.[\w-]+$/);
    const { data } = await owner.client.query('sso.get');
    expect(JSON.stringify(data)).not.toMatch(/PRIVATE KEY|v1\./);
  });
});
