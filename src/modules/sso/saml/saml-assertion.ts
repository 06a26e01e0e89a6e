import { clock } from '../../../kernel/clock';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { attributeOf, childrenNamed, isNamed, parseXml, plainText } from '../xml';
import { checkPeriod, instant, issueInstant, SKEW_MS } from './instant';

/** The content that the signature covers. */
export interface VerifiedAssertion {
  id: string;
  issuer: string;
  subject: string;
  isSubjectEmail: boolean;
  /** The name ID's attributes, which a logout request must repeat. */
  subjectAttributes: SubjectAttributes;
  /** The provider's index of the session. */
  sessionIndex: string | null;
  inResponseTo: string;
  /** The assertion is rejected as expired after this time. Its ID is stored until then. */
  validUntil: Date;
  attributes: ReadonlyMap<string, readonly string[]>;
}

const SUBJECT_ATTRIBUTES = ['Format', 'NameQualifier', 'SPNameQualifier'] as const;
export type SubjectAttributes = Partial<Record<(typeof SUBJECT_ATTRIBUTES)[number], string>>;

export interface Audience {
  acsUrl: string;
  /** The entity ID of this organization. */
  entityId: string;
  /** The entity ID of the identity provider. */
  issuer: string;
}

/** The maximum lifetime of an assertion, whatever the identity provider states. */
const MAX_AGE_MS = 15 * 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const SUBJECT_MAX = 512;

/** Reads an assertion from the signed bytes only, and validates its issuer, audience, times and request. */
export function readAssertion(signedXml: string, { acsUrl, entityId, issuer }: Audience): VerifiedAssertion {
  const assertion = parsed(signedXml);
  if (!isNamed(assertion, 'assertion', 'Assertion') || attributeOf(assertion, 'Version') !== '2.0')
    throw new SignOnRejected('unexpected_structure');
  const id = attributeOf(assertion, 'ID') ?? '';
  if (id === '') throw new SignOnRejected('unexpected_structure');
  const said = plainText(one(assertion, 'Issuer', 'issuer_mismatch'));
  if (said !== issuer) throw new SignOnRejected('issuer_mismatch', { issuer: said });
  issueInstant(assertion);
  checkConditions(assertion, entityId);
  const subject = one(assertion, 'Subject', 'subject_missing');
  const confirmed = confirmation(subject, acsUrl);
  const [authentication] = childrenNamed(assertion, 'assertion', 'AuthnStatement');
  if (authentication === undefined) throw new SignOnRejected('unexpected_structure');
  return {
    id,
    issuer,
    ...nameOf(subject),
    sessionIndex: shortOf(authentication, 'SessionIndex'),
    inResponseTo: confirmed.inResponseTo,
    validUntil: new Date(confirmed.notOnOrAfter + SKEW_MS),
    attributes: attributesOf(assertion),
  };
}

function parsed(signedXml: string): Element {
  try {
    return parseXml(signedXml);
  } catch {
    throw new SignOnRejected('signature_invalid');
  }
}

function one(of: Element, name: string, why: SignOnRejected['why']): Element {
  const found = childrenNamed(of, 'assertion', name);
  if (found.length !== 1) throw new SignOnRejected(why);
  return found[0]!;
}

function checkConditions(assertion: Element, entityId: string): void {
  const conditions = one(assertion, 'Conditions', 'conditions_missing');
  checkPeriod(conditions);
  const restriction = one(conditions, 'AudienceRestriction', 'audience_mismatch');
  const audiences = childrenNamed(restriction, 'assertion', 'Audience').map(plainText);
  if (!audiences.includes(entityId)) throw new SignOnRejected('audience_mismatch', { audiences });
}

/** The bearer confirmation for this organization. Confirmations for other recipients are ignored. */
function confirmation(subject: Element, acsUrl: string): { inResponseTo: string; notOnOrAfter: number } {
  const bearers = childrenNamed(subject, 'assertion', 'SubjectConfirmation').filter(
    (each) => attributeOf(each, 'Method') === BEARER,
  );
  const given = bearers.flatMap((each) => childrenNamed(each, 'assertion', 'SubjectConfirmationData'));
  if (given.length !== 1) throw new SignOnRejected('subject_not_confirmed');
  const [data] = given as [Element];
  const recipient = attributeOf(data, 'Recipient');
  if (recipient !== acsUrl) throw new SignOnRejected('recipient_mismatch', { recipient });
  if (!data.hasAttribute('NotOnOrAfter')) throw new SignOnRejected('subject_not_confirmed');
  checkPeriod(data);
  const inResponseTo = attributeOf(data, 'InResponseTo');
  if (inResponseTo === null || inResponseTo === '') throw new SignOnRejected('unsolicited');
  const notOnOrAfter = Math.min(instant(attributeOf(data, 'NotOnOrAfter')), clock.nowMs() + MAX_AGE_MS);
  return { inResponseTo, notOnOrAfter };
}

function nameOf(
  subject: Element,
): Pick<VerifiedAssertion, 'subject' | 'isSubjectEmail' | 'subjectAttributes'> {
  const nameId = one(subject, 'NameID', 'subject_missing');
  const text = plainText(nameId) ?? '';
  if (text === '' || text.length > SUBJECT_MAX) throw new SignOnRejected('subject_missing');
  const format = attributeOf(nameId, 'Format');
  // A transient name ID differs at each sign-in and cannot identify a user.
  if (format === TRANSIENT) throw new SignOnRejected('subject_transient');
  const said = SUBJECT_ATTRIBUTES.flatMap((name) => {
    const value = shortOf(nameId, name);
    return value === null ? [] : [[name, value]];
  });
  const subjectAttributes = Object.fromEntries(said) as SubjectAttributes;
  return { subject: text, isSubjectEmail: format === EMAIL, subjectAttributes };
}

/** Null for a missing value, or one longer than any legitimate value. */
function shortOf(of: Element, name: string): string | null {
  const value = attributeOf(of, name);
  return value !== null && value !== '' && value.length <= SUBJECT_MAX ? value : null;
}

function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const statements = childrenNamed(assertion, 'assertion', 'AttributeStatement');
  for (const attribute of statements.flatMap((each) => childrenNamed(each, 'assertion', 'Attribute'))) {
    const values = childrenNamed(attribute, 'assertion', 'AttributeValue').flatMap((value) => {
      const text = plainText(value);
      return text === null || text === '' ? [] : [text];
    });
    const name = attributeOf(attribute, 'Name');
    if (name !== null) found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return found;
}
