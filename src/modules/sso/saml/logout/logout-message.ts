import { clock } from '../../../../kernel/clock';
import { SignOnRejected } from '../../sign-on/sign-on-rejected';
import { attributeOf, childElements, childrenNamed, isNamed, plainText } from '../../xml';
import { checkPeriod, issueInstant, SKEW_MS } from '../instant';

/** The fields of a logout message. */
export interface ExpectedLogout {
  /** The identity provider's entity ID. */
  issuer: string;
  logoutUrl: string;
}

/** The provider's logout request for a user. */
export interface LogoutRequest {
  id: string;
  subject: string;
  /** The session indexes that have ended; null means all sessions of the user. */
  sessionIndexes: string[] | null;
  /** The message is rejected as too old after this time. Its ID is stored until then. */
  validUntil: Date;
}

/** The provider's response to a logout request. */
export interface LogoutResponse {
  inResponseTo: string;
  isComplete: boolean;
}

const MAX_AGE_MS = 5 * 60_000;
const MAX_SESSIONS = 100;
const ID = /^[A-Za-z_][\w.-]{0,255}$/;
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** The signature covers the whole message and has been verified. */
export function readLogoutRequest(root: Element, expected: ExpectedLogout): LogoutRequest {
  const { id, issuedAt } = checkHeader(root, 'LogoutRequest', expected);
  checkPeriod(root);
  const names = childrenNamed(root, 'assertion', 'NameID');
  const others = childElements(root).filter((child) =>
    ['EncryptedID', 'BaseID'].includes(child.localName ?? ''),
  );
  const subject = names.length === 1 && others.length === 0 ? plainText(names[0]!) : null;
  if (subject === null || subject === '') throw new SignOnRejected('subject_missing');
  const indexes = childrenNamed(root, 'protocol', 'SessionIndex').map((each) => plainText(each) ?? '');
  if (indexes.length > MAX_SESSIONS) throw new SignOnRejected('unexpected_structure');
  const validUntil = new Date(issuedAt + MAX_AGE_MS + SKEW_MS);
  return { id, subject, sessionIndexes: indexes.length === 0 ? null : indexes, validUntil };
}

/** As above. */
export function readLogoutResponse(root: Element, expected: ExpectedLogout): LogoutResponse {
  checkHeader(root, 'LogoutResponse', expected);
  const inResponseTo = attributeOf(root, 'InResponseTo') ?? '';
  if (inResponseTo === '') throw new SignOnRejected('unsolicited');
  const codes = childrenNamed(root, 'protocol', 'Status').flatMap((status) =>
    childrenNamed(status, 'protocol', 'StatusCode'),
  );
  if (codes.length !== 1) throw new SignOnRejected('unexpected_structure');
  const [code] = codes as [Element];
  // A success with a nested status code is not a full success.
  const isComplete = attributeOf(code, 'Value') === SUCCESS && childElements(code).length === 0;
  return { inResponseTo, isComplete };
}

function checkHeader(
  root: Element,
  name: 'LogoutRequest' | 'LogoutResponse',
  { issuer, logoutUrl }: ExpectedLogout,
): { id: string; issuedAt: number } {
  const id = attributeOf(root, 'ID') ?? '';
  if (!isNamed(root, 'protocol', name) || attributeOf(root, 'Version') !== '2.0' || !ID.test(id))
    throw new SignOnRejected('unexpected_structure');
  const issuers = childrenNamed(root, 'assertion', 'Issuer').map(plainText);
  if (issuers.length !== 1 || issuers[0] !== issuer)
    throw new SignOnRejected('issuer_mismatch', { issuer: issuers[0] ?? null });
  const destination = attributeOf(root, 'Destination');
  if (destination !== logoutUrl) throw new SignOnRejected('destination_mismatch', { destination });
  const issuedAt = issueInstant(root);
  if (issuedAt + MAX_AGE_MS <= clock.nowMs() - SKEW_MS) throw new SignOnRejected('expired');
  return { id, issuedAt };
}
