import { createHmac } from 'node:crypto';
import { deflateRawSync, gzipSync } from 'node:zlib';
import {
  assertionXml,
  responseXml,
  type SamlStatement,
  signed,
} from '../../support/identity-provider/saml-response';
import { signingKey } from '../../support/identity-provider/self-signed';
import type { Journey, TestIdentityProvider } from '../../support/identity-provider/test-identity-provider';

type Sent = string | { fields: Record<string, string> } | { body: string };

export interface Mutation {
  name: string;
  reason: string;
  build(provider: TestIdentityProvider, journey: Journey): Sent;
  relayState?: string;
}

const SIGNATURE = /<ds:Signature[\s\S]*?<\/ds:Signature>/;
const told =
  (statement: Partial<SamlStatement>) =>
  (provider: TestIdentityProvider, journey: Journey): string =>
    provider.respond(journey, statement);

/** Changes an honest, signed response. */
const edited =
  (edit: (xml: string) => string) =>
  (provider: TestIdentityProvider, journey: Journey): string =>
    edit(provider.respond(journey));

/** Signs what an honest provider would say in a way that it would not. */
const signedBy =
  (sign: (xml: string, provider: TestIdentityProvider) => string, statement: Partial<SamlStatement> = {}) =>
  (provider: TestIdentityProvider, journey: Journey): string => {
    const full = provider.statement(journey, statement);
    return sign(responseXml(full, assertionXml(full)), provider);
  };

interface Parts {
  /** The signed response. */
  whole: string;
  /** Its assertion, signature and all. */
  assertion: string;
  /** The same without the signature. */
  bare: string;
  signature: string;
  /** What an attacker would like to be read. */
  forged: string;
  provider: TestIdentityProvider;
  statement: SamlStatement;
}

const wrapped =
  (wrap: (parts: Parts) => string) =>
  (provider: TestIdentityProvider, journey: Journey): string => {
    const statement = provider.statement(journey);
    const whole = signed(responseXml(statement, assertionXml(statement)), 'Assertion', provider.key);
    const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(whole)![0];
    const signature = SIGNATURE.exec(assertion)![0];
    const victim = { email: 'victim@example.org', name: 'Victim' };
    const forged = assertionXml({ ...statement, nameId: 'victim', attributes: victim });
    const bare = assertion.replace(SIGNATURE, '');
    return wrap({ whole, assertion, bare, signature, forged, provider, statement });
  };

/** As above, with the signature over the response. */
const wrappedResponse =
  (wrap: (signedResponse: string, signature: string, forgedResponse: string) => string) =>
  (provider: TestIdentityProvider, journey: Journey): string => {
    const statement = provider.statement(journey);
    const whole = signed(responseXml(statement, assertionXml(statement)), 'Response', provider.key);
    const forged = { ...statement, nameId: 'victim', attributes: { email: 'victim@example.org' } };
    return wrap(whole, SIGNATURE.exec(whole)![0], responseXml(forged, assertionXml(forged)));
  };

const after = (xml: string, tag: string, more: string): string => xml.replace(tag, `${tag}${more}`);
const issuerEnd = '</saml:Issuer>';
const inObject = (signature: string, what: string): string =>
  signature.replace('</ds:Signature>', `<ds:Object>${what}</ds:Object></ds:Signature>`);

const stranger = () => signingKey('stranger');

const SIGNATURES: Mutation[] = [
  {
    name: 'unsigned',
    reason: 'assertion_unsigned',
    build: signedBy((xml) => xml),
  },
  {
    name: 'signature stripped',
    reason: 'assertion_unsigned',
    build: edited((xml) => xml.replace(SIGNATURE, '')),
  },
  {
    name: 'only the response signed',
    reason: 'assertion_unsigned',
    build: signedBy((xml, { key }) => signed(xml, 'Response', key)),
  },
  {
    name: 'signed by a stranger',
    reason: 'signature_invalid',
    build: signedBy((xml) => signed(xml, 'Assertion', stranger())),
  },
  {
    name: 'a stranger’s certificate in KeyInfo',
    reason: 'signature_invalid',
    build: signedBy((xml) =>
      signed(xml, 'Assertion', stranger()).replace(
        /<\/ds:SignatureValue>/,
        `$&<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${stranger().certificate.replaceAll(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
      ),
    ),
  },
  {
    name: 'another name after signing',
    reason: 'signature_invalid',
    build: edited((xml) => xml.replace('>person-1</saml:NameID>', '>person-2</saml:NameID>')),
  },
  {
    name: 'another e-mail after signing',
    reason: 'signature_invalid',
    build: edited((xml) => xml.replace('>person-1@', '>victim@')),
  },
  {
    name: 'another signature value',
    reason: 'signature_invalid',
    build: edited((xml) => xml.replace(/(<ds:SignatureValue>)..../, '$1AAAA')),
  },
  {
    name: 'another digest',
    reason: 'signature_invalid',
    build: edited((xml) => xml.replace(/(<ds:DigestValue>)..../, '$1AAAA')),
  },
  {
    name: 'no signature value',
    reason: 'signature_structure',
    build: edited((xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')),
  },
  {
    name: 'two SignedInfo',
    reason: 'signature_structure',
    build: edited((xml) => xml.replace(/<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/, '$&$&')),
  },
  {
    name: 'two references',
    reason: 'signature_structure',
    build: edited((xml) => xml.replace(/<ds:Reference[\s\S]*<\/ds:Reference>/, '$&$&')),
  },
  {
    name: 'an empty reference',
    reason: 'signature_structure',
    build: edited((xml) => xml.replace(/URI="#[^"]+"/, 'URI=""')),
  },
  {
    name: 'a reference without its hash',
    reason: 'signature_structure',
    build: edited((xml) => xml.replace('URI="#', 'URI="')),
  },
  {
    name: 'a reference to something else',
    reason: 'signature_structure',
    build: edited((xml) => xml.replace(/URI="#[^"]+"/, 'URI="#_other"')),
  },
  {
    name: 'a query for an id',
    reason: 'signature_structure',
    build: signedBy((xml, { key }) => signed(xml, 'Assertion', key).replaceAll('_query', "_q' or '1'='1"), {
      assertionId: '_query',
    }),
  },
  {
    name: 'two signatures',
    reason: 'signature_structure',
    build: edited((xml) => xml.replace(SIGNATURE, '$&$&')),
  },
  {
    name: 'a signature in the wrong place',
    reason: 'signature_structure',
    build: edited((xml) => after(xml, '<saml:AttributeStatement>', SIGNATURE.exec(xml)![0])),
  },
  {
    name: 'an object in the signature',
    reason: 'signature_structure',
    build: edited((xml) => xml.replace(SIGNATURE, (signature) => inObject(signature, 'x'))),
  },
  {
    name: 'SHA-1',
    reason: 'weak_algorithm',
    build: signedBy((xml, { key }) =>
      signed(xml, 'Assertion', key, {
        signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
        digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
      }),
    ),
  },
  {
    name: 'SHA-1 for the digest',
    reason: 'weak_algorithm',
    build: signedBy((xml, { key }) =>
      signed(xml, 'Assertion', key, { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
    ),
  },
  {
    name: 'HMAC keyed with the public certificate',
    reason: 'weak_algorithm',
    build: signedBy((xml, { key }) =>
      signed(
        xml,
        'Assertion',
        { ...key, privateKey: key.certificate },
        { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1' },
      ),
    ),
  },
  {
    name: 'HMAC under the name of RSA',
    reason: 'signature_invalid',
    build: (provider, journey) => {
      const xml = provider.respond(journey);
      const info = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(xml)![0];
      const value = createHmac('sha256', provider.key.certificate).update(info).digest('base64');
      return xml.replace(/(<ds:SignatureValue>)[^<]*/, `$1${value}`);
    },
  },
  {
    name: 'an elliptic signature',
    reason: 'weak_algorithm',
    build: edited((xml) => xml.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#ecdsa-sha256')),
  },
  {
    name: 'a response signed by a stranger around a signed assertion',
    reason: 'signature_invalid',
    build: signedBy((xml, { key }) => signed(signed(xml, 'Assertion', key), 'Response', stranger())),
  },
  {
    name: 'a response that was changed after it was signed, around a signed assertion',
    reason: 'signature_invalid',
    build: signedBy((xml, { key }) =>
      signed(signed(xml, 'Assertion', key), 'Response', key).replace(/IssueInstant="2/, 'IssueInstant="1'),
    ),
  },
  {
    name: 'a transform that chooses what is signed',
    reason: 'signature_structure',
    build: edited((xml) =>
      xml.replace(
        '</ds:Transforms>',
        '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>1</ds:XPath></ds:Transform></ds:Transforms>',
      ),
    ),
  },
  {
    name: 'a stylesheet as transform',
    reason: 'signature_structure',
    build: edited((xml) =>
      xml.replace(
        'http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms>',
        'http://www.w3.org/TR/1999/REC-xslt-19991116"/></ds:Transforms>',
      ),
    ),
  },
  {
    name: 'canonical form with comments',
    reason: 'signature_structure',
    build: edited((xml) => xml.replaceAll('xml-exc-c14n#"', 'xml-exc-c14n#WithComments"')),
  },
];

const WRAPPINGS: Mutation[] = [
  {
    name: 'XSW1: the signed response inside the signature of a forged one',
    reason: 'several_assertions',
    build: wrappedResponse((whole, signature, forged) =>
      after(forged, issuerEnd, inObject(signature, whole.replace(SIGNATURE, ''))),
    ),
  },
  {
    name: 'XSW2: the signed response beside its signature in a forged one',
    reason: 'several_assertions',
    build: wrappedResponse((whole, signature, forged) =>
      after(forged, issuerEnd, whole.replace(SIGNATURE, '') + signature),
    ),
  },
  {
    name: 'XSW3: a forged assertion before the signed one',
    reason: 'several_assertions',
    build: wrapped(({ whole, assertion, forged }) => whole.replace(assertion, () => forged + assertion)),
  },
  {
    name: 'XSW4: the signed assertion inside a forged one',
    reason: 'several_assertions',
    build: wrapped(({ whole, assertion, forged }) =>
      whole.replace(assertion, () => forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
    ),
  },
  {
    name: 'XSW5: the signature moved to a forged assertion, the signed one after it',
    reason: 'several_assertions',
    build: wrapped(({ whole, assertion, forged, signature, bare }) =>
      whole.replace(assertion, () => after(forged, issuerEnd, signature) + bare),
    ),
  },
  {
    name: 'XSW6: the signed assertion inside the signature of a forged one',
    reason: 'several_assertions',
    build: wrapped(({ whole, assertion, forged, signature, bare }) =>
      whole.replace(assertion, () =>
        after(forged, issuerEnd, signature.replace('</ds:Signature>', `${bare}</ds:Signature>`)),
      ),
    ),
  },
  {
    name: 'XSW7: a forged assertion in extensions',
    reason: 'several_assertions',
    build: wrapped(({ whole, forged }) =>
      after(whole, issuerEnd, `<samlp:Extensions>${forged}</samlp:Extensions>`),
    ),
  },
  {
    name: 'XSW8: the signed assertion in an object of the signature',
    reason: 'several_assertions',
    build: wrapped(({ whole, assertion, forged, signature, bare }) =>
      whole.replace(assertion, () => after(forged, issuerEnd, inObject(signature, bare))),
    ),
  },
  {
    name: 'the signed assertion hidden in advice',
    reason: 'several_assertions',
    build: wrapped(({ whole, assertion, forged }) =>
      whole.replace(assertion, () =>
        forged.replace('<saml:AuthnStatement', `<saml:Advice>${assertion}</saml:Advice><saml:AuthnStatement`),
      ),
    ),
  },
  {
    name: 'two signed assertions',
    reason: 'several_assertions',
    build: wrapped(({ whole, assertion, provider, statement }) => {
      const other = signed(
        responseXml(statement, assertionXml({ ...statement, nameId: 'person-2' })),
        'Assertion',
        provider.key,
      );
      return whole.replace(
        assertion,
        () => assertion + /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(other)![0],
      );
    }),
  },
  {
    name: 'the same id twice',
    reason: 'duplicate_id',
    build: wrapped(({ whole, statement }) =>
      whole.replace(
        '<saml:AttributeStatement>',
        `<saml:AttributeStatement ID="${/<saml:Assertion[^>]* ID="([^"]+)"/.exec(whole)?.[1] ?? statement.nameId}">`,
      ),
    ),
  },
  {
    name: 'an assertion of another namespace beside the signed one',
    reason: 'several_assertions',
    build: wrapped(({ whole, assertion }) =>
      whole.replace(assertion, () => `<x:Assertion xmlns:x="urn:x"/>${assertion}`),
    ),
  },
  {
    name: 'no assertion',
    reason: 'assertion_missing',
    build: wrapped(({ whole, assertion }) => whole.replace(assertion, '')),
  },
  {
    name: 'an encrypted assertion without anything in it',
    reason: 'encryption_structure',
    build: wrapped(({ whole, assertion }) =>
      whole.replace(
        assertion,
        '<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>',
      ),
    ),
  },
  {
    name: 'an unknown element in the response',
    reason: 'unexpected_structure',
    build: edited((xml) => after(xml, issuerEnd, '<samlp:Extensions/>')),
  },
  {
    name: 'a signed assertion without a response',
    reason: 'unexpected_structure',
    build: wrapped(({ assertion }) => assertion),
  },
];

const TEXTS: Mutation[] = [
  {
    name: 'a comment inside the name',
    reason: 'xml_not_allowed',
    build: edited((xml) => xml.replace('>person-1</saml:NameID>', '>per<!-- -->son-1</saml:NameID>')),
  },
  {
    name: 'a comment inside the name, signed with it',
    reason: 'xml_not_allowed',
    build: signedBy((xml, { key }) => signed(xml, 'Assertion', key), {
      nameIdXml: '<saml:NameID>victim@example.org<!---->.evil.example</saml:NameID>',
    }),
  },
  {
    name: 'a comment in the digest',
    reason: 'xml_not_allowed',
    build: edited((xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!-- x -->')),
  },
  {
    name: 'a CDATA section in the name',
    reason: 'xml_not_allowed',
    build: edited((xml) => xml.replace('>person-1</saml:NameID>', '><![CDATA[person-1]]></saml:NameID>')),
  },
  {
    name: 'a document type',
    reason: 'xml_not_allowed',
    build: edited((xml) => `<!DOCTYPE Response>${xml}`),
  },
  {
    name: 'an external entity',
    reason: 'xml_not_allowed',
    build: edited((xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml}`),
  },
  {
    name: 'entities of entities',
    reason: 'xml_not_allowed',
    build: edited(
      (xml) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>${xml}`,
    ),
  },
  {
    name: 'an undeclared entity',
    reason: 'xml_not_allowed',
    build: edited((xml) => xml.replace('>person-1</saml:NameID>', '>person-1&x;</saml:NameID>')),
  },
  ...['&#0;', '&#x1;', '&#xD800;', '&#xFFFE;', '&#x110000;', '\u0000', '\u000b', '\uffff'].map(
    (character) => ({
      name: `what is no character of XML: ${JSON.stringify(character)}`,
      reason: 'not_xml',
      build: edited((xml) => xml.replace('>person-1</saml:NameID>', `>${character}</saml:NameID>`)),
    }),
  ),
  {
    name: 'an instruction',
    reason: 'xml_not_allowed',
    build: edited((xml) => `${xml}<?xml-stylesheet href="x"?>`),
  },
  {
    name: 'another encoding',
    reason: 'xml_not_allowed',
    build: edited((xml) => `<?xml version="1.0" encoding="utf-7"?>${xml}`),
  },
  { name: 'two roots', reason: 'not_xml', build: edited((xml) => xml + xml) },
  { name: 'no end', reason: 'not_xml', build: edited((xml) => xml.slice(0, -20)) },
  { name: 'no XML', reason: 'not_xml', build: () => 'a letter' },
  {
    name: 'ten thousand levels',
    reason: 'not_xml',
    build: edited((xml) => after(xml, issuerEnd, '<a>'.repeat(10_000) + '</a>'.repeat(10_000))),
  },
  {
    name: 'not base64',
    reason: 'not_base64',
    build: () => ({ fields: { SAMLResponse: '%%%not base64%%%' } }),
  },
  { name: 'nothing', reason: 'malformed', build: () => ({ fields: { SAMLResponse: '' } }) },
  { name: 'no response', reason: 'malformed', build: () => ({ fields: { other: 'x' } }) },
  {
    name: 'a request instead',
    reason: 'malformed',
    build: () => ({ fields: { SAMLRequest: Buffer.from('<x/>').toString('base64') } }),
  },
  {
    name: 'two responses',
    reason: 'malformed',
    build: (provider, journey) => {
      const one = encodeURIComponent(Buffer.from(provider.respond(journey)).toString('base64'));
      return { body: `SAMLResponse=${one}&SAMLResponse=${one}` };
    },
  },
  {
    name: 'a deflated response',
    reason: 'not_xml',
    build: (provider, journey) => ({
      fields: { SAMLResponse: deflateRawSync(provider.respond(journey)).toString('base64') },
    }),
  },
  {
    name: 'a bomb',
    reason: 'not_xml',
    build: () => ({
      fields: { SAMLResponse: gzipSync(Buffer.alloc(20_000_000, 'a')).toString('base64') },
    }),
  },
  {
    name: 'half a megabyte',
    reason: 'too_large',
    build: () => ({ fields: { SAMLResponse: 'QUFB'.repeat(125_000) } }),
  },
];

const CONTENT: Mutation[] = [
  {
    name: 'another audience',
    reason: 'audience_mismatch',
    build: told({ audience: 'https://other.example' }),
  },
  {
    name: 'no audience',
    reason: 'audience_mismatch',
    build: told({ audienceRestriction: '' }),
  },
  {
    name: 'two audience restrictions',
    reason: 'audience_mismatch',
    build: (provider, journey) => {
      const one = `<saml:AudienceRestriction><saml:Audience>${provider.audience}</saml:Audience></saml:AudienceRestriction>`;
      return provider.respond(journey, { audienceRestriction: one + one.replace(provider.audience, 'x') });
    },
  },
  {
    name: 'another recipient',
    reason: 'recipient_mismatch',
    build: told({ recipient: 'https://other.example' }),
  },
  { name: 'no recipient', reason: 'recipient_mismatch', build: told({ recipient: null }) },
  {
    name: 'another destination',
    reason: 'destination_mismatch',
    build: told({ destination: 'https://other.example' }),
  },
  { name: 'another issuer', reason: 'issuer_mismatch', build: told({ issuer: 'https://other.example' }) },
  {
    name: 'another issuer inside',
    reason: 'issuer_mismatch',
    build: (provider, journey) =>
      provider.respond(journey, { issuer: 'https://other.example', responseIssuer: provider.entityId }),
  },
  { name: 'expired', reason: 'expired', build: told({ notBefore: -900_000, notOnOrAfter: -61_000 }) },
  {
    name: 'not yet valid',
    reason: 'not_yet_valid',
    build: told({ notBefore: 75_000, notOnOrAfter: 300_000 }),
  },
  {
    name: 'confirmed until a while ago',
    reason: 'expired',
    build: told({ confirmationNotOnOrAfter: -61_000 }),
  },
  {
    name: 'confirmed for ever',
    reason: 'subject_not_confirmed',
    build: told({ confirmationNotOnOrAfter: null }),
  },
  {
    name: 'confirmed by a key',
    reason: 'subject_not_confirmed',
    build: told({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }),
  },
  {
    name: 'a status of failure',
    reason: 'status_not_success',
    build: told({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
  },
  { name: 'no subject', reason: 'subject_missing', build: told({ nameIdXml: '' }) },
  {
    name: 'a blank name',
    reason: 'subject_missing',
    build: told({ nameIdXml: '<saml:NameID> </saml:NameID>' }),
  },
  {
    name: 'two names',
    reason: 'subject_missing',
    build: told({ nameIdXml: '<saml:NameID>a</saml:NameID><saml:NameID>b</saml:NameID>' }),
  },
  {
    name: 'a passing name',
    reason: 'subject_transient',
    build: told({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
  },
  { name: 'unsolicited', reason: 'unsolicited', build: told({ inResponseTo: null }) },
  {
    name: 'unsolicited inside',
    reason: 'unsolicited',
    build: told({ confirmationInResponseTo: null }),
  },
  {
    name: 'in response to another request, inside',
    reason: 'request_mismatch',
    build: told({ confirmationInResponseTo: '_other' }),
  },
  {
    name: 'in response to an unknown request',
    reason: 'request_unknown',
    build: told({ inResponseTo: '_unknown' }),
  },
  {
    name: 'no e-mail address',
    reason: 'email_missing',
    build: told({ attributes: { name: 'No address' } }),
  },
  {
    name: 'two e-mail addresses',
    reason: 'email_missing',
    build: told({ attributes: { email: ['a@example.org', 'b@example.org'] } }),
  },
  {
    name: 'an invalid e-mail address',
    reason: 'email_missing',
    build: told({ attributes: { email: 'a@b@c' } }),
  },
];

const elsewhere = (name: string, relayState: string): Mutation => ({
  name: `back to ${name}`,
  reason: 'relay_state_invalid',
  build: told({}),
  relayState,
});

export const MUTATIONS: Mutation[] = [
  ...SIGNATURES,
  ...WRAPPINGS,
  ...TEXTS,
  ...CONTENT,
  elsewhere('another site', 'https://evil.example/'),
  elsewhere('another host', '//evil.example'),
  elsewhere('another host by a backslash', String.raw`/\evil.example`),
  elsewhere('a script', 'javascript:alert(1)'),
];
