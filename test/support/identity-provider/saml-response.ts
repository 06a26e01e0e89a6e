import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { SigningKey } from './self-signed';

/** What a test identity provider says; every default is what an honest one would say. */
export interface SamlStatement {
  acsUrl: string;
  audience: string;
  issuer: string;
  inResponseTo: string | null;
  nameId: string;
  nameIdFormat?: string;
  attributes?: Record<string, string | string[]>;
  assertionId?: string;
  responseId?: string;
  /** Milliseconds from now. */
  notBefore?: number;
  notOnOrAfter?: number;
  recipient?: string | null;
  destination?: string | null;
  responseIssuer?: string | null;
  confirmationInResponseTo?: string | null;
  confirmationNotOnOrAfter?: number | null;
  method?: string;
  status?: string;
  /** Replaces the element of the conditions. */
  audienceRestriction?: string;
  /** Replaces the name of the subject. */
  nameIdXml?: string;
  sessionIndex?: string;
}

const NS = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

export const newId = (): string => `_${randomBytes(16).toString('hex')}`;

const at = (ms: number): string => new Date(Date.now() + ms).toISOString();

const optional = (name: string, value: string | null): string =>
  value === null ? '' : ` ${name}="${value}"`;

/** An assertion that no one has signed. */
export function assertionXml(statement: SamlStatement): string {
  const {
    nameId,
    attributes = {},
    inResponseTo,
    notBefore = -30_000,
    notOnOrAfter = 300_000,
    method = 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  } = statement;
  const confirmed = statement.confirmationNotOnOrAfter;
  const until = confirmed === null ? null : at(confirmed ?? notOnOrAfter);
  const answers = statement.confirmationInResponseTo;
  const data = [
    optional('InResponseTo', answers === undefined ? inResponseTo : answers),
    optional('NotOnOrAfter', until),
    optional('Recipient', statement.recipient === undefined ? statement.acsUrl : statement.recipient),
  ].join('');
  const restriction =
    statement.audienceRestriction ??
    `<saml:AudienceRestriction><saml:Audience>${statement.audience}</saml:Audience></saml:AudienceRestriction>`;
  const told = Object.entries(attributes).map(([name, value]) => {
    const values = [value].flat().map((each) => `<saml:AttributeValue>${each}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${values.join('')}</saml:Attribute>`;
  });
  return (
    `<saml:Assertion ${NS} ID="${statement.assertionId ?? newId()}" Version="2.0" IssueInstant="${at(0)}">` +
    `<saml:Issuer>${statement.issuer}</saml:Issuer>` +
    `<saml:Subject>${statement.nameIdXml ?? `<saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>`}` +
    `<saml:SubjectConfirmation Method="${method}"><saml:SubjectConfirmationData${data}/></saml:SubjectConfirmation>` +
    `</saml:Subject>` +
    `<saml:Conditions NotBefore="${at(notBefore)}" NotOnOrAfter="${at(notOnOrAfter)}">${restriction}</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}"${optional('SessionIndex', statement.sessionIndex ?? null)}><saml:AuthnContext><saml:AuthnContextClassRef>` +
    `urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${told.join('')}</saml:AttributeStatement></saml:Assertion>`
  );
}

/** A response around assertions, signed or not. */
export function responseXml(statement: SamlStatement, content: string): string {
  const { acsUrl, inResponseTo, issuer, status = 'urn:oasis:names:tc:SAML:2.0:status:Success' } = statement;
  const destination = statement.destination === undefined ? acsUrl : statement.destination;
  const said = statement.responseIssuer === undefined ? issuer : statement.responseIssuer;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ${NS} ID="${statement.responseId ?? newId()}"` +
    ` Version="2.0" IssueInstant="${at(0)}"${optional('Destination', destination)}${optional('InResponseTo', inResponseTo)}>` +
    (said === null ? '' : `<saml:Issuer>${said}</saml:Issuer>`) +
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${content}</samlp:Response>`
  );
}

export interface SigningOptions {
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
  transforms?: string[];
  canonicalizationAlgorithm?: string;
}

export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Signs the element of this local name as identity providers do: enveloped, after its issuer. */
export function signed(
  xml: string,
  element: 'Assertion' | 'Response' | 'LogoutRequest' | 'LogoutResponse',
  { privateKey, certificate }: SigningKey,
  options: SigningOptions = {},
): string {
  const place = `//*[local-name(.)='${element}']`;
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: (options.signatureAlgorithm ?? RSA_SHA256) as never,
    canonicalizationAlgorithm: (options.canonicalizationAlgorithm ?? EXCLUSIVE) as never,
  });
  if (options.signatureAlgorithm?.includes('hmac')) signer.enableHMAC();
  signer.addReference({
    xpath: place,
    digestAlgorithm: options.digestAlgorithm ?? SHA256,
    transforms: options.transforms ?? [ENVELOPED, EXCLUSIVE],
  });
  signer.computeSignature(xml, {
    location: { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' },
    prefix: 'ds',
  });
  return signer.getSignedXml();
}
