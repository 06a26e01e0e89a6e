import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { newId } from './saml-response';
import type { SigningKey } from './self-signed';

/** What an identity provider says when someone signs out; every default is what an honest one would say. */
export interface LogoutStatement {
  id?: string;
  issuer: string | null;
  destination: string | null;
  /** Milliseconds from now. */
  issuedAt?: number;
  notOnOrAfter?: number;
  nameId?: string;
  /** Replaces the name. */
  nameIdXml?: string;
  sessionIndexes?: string[];
  inResponseTo?: string | null;
  status?: string;
  /** Before the end. */
  more?: string;
}

const NS =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const at = (ms: number): string => new Date(Date.now() + ms).toISOString();

function head(name: string, statement: LogoutStatement, more: string): string {
  const { issuer, destination, id = newId(), issuedAt = 0 } = statement;
  const to = destination === null ? '' : ` Destination="${destination}"`;
  const from = issuer === null ? '' : `<saml:Issuer>${issuer}</saml:Issuer>`;
  return `<samlp:${name} ${NS} ID="${id}" Version="2.0" IssueInstant="${at(issuedAt)}"${to}${more}>${from}`;
}

export function logoutRequest(statement: LogoutStatement): string {
  const { nameId = 'person-1', notOnOrAfter, sessionIndexes = [] } = statement;
  const until = notOnOrAfter === undefined ? '' : ` NotOnOrAfter="${at(notOnOrAfter)}"`;
  const indexes = sessionIndexes.map((each) => `<samlp:SessionIndex>${each}</samlp:SessionIndex>`);
  return (
    head('LogoutRequest', statement, until) +
    (statement.nameIdXml ?? `<saml:NameID>${nameId}</saml:NameID>`) +
    `${indexes.join('')}${statement.more ?? ''}</samlp:LogoutRequest>`
  );
}

export function logoutResponse(statement: LogoutStatement): string {
  const { inResponseTo = null, status = SUCCESS, more = '' } = statement;
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`;
  return (
    head('LogoutResponse', statement, answers) +
    `<samlp:Status><samlp:StatusCode Value="${status}">${more}</samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`
  );
}

export interface QueryOptions {
  relayState?: string;
  algorithm?: string;
  hash?: string;
}

export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** A message of the redirect binding, signed over the query. */
export function signedQuery(
  parameter: 'SAMLRequest' | 'SAMLResponse',
  xml: string | Buffer,
  { privateKey }: SigningKey,
  { relayState, algorithm = RSA_SHA256, hash = 'sha256' }: QueryOptions = {},
): string {
  const parts = [
    [parameter, deflateRawSync(xml).toString('base64')],
    ...(relayState === undefined ? [] : [['RelayState', relayState]]),
    ['SigAlg', algorithm],
  ];
  // Browsers write an apostrophe so, whatever they were sent.
  const encoded = (value: string) => encodeURIComponent(value).replaceAll("'", '%27');
  const query = parts.map(([name, value]) => `${name}=${encoded(value!)}`).join('&');
  const signature = sign(hash, Buffer.from(query), privateKey).toString('base64');
  return `${query}&Signature=${encodeURIComponent(signature)}`;
}
