import { clock } from '../../../kernel/clock';
import { SignOnRefused } from '../sign-on-refused';
import { attributeOf, childrenNamed, isNamed, parseXml, plainText } from '../xml';
import { checkPeriod, instant, issueInstant, SKEW_MS } from './instant';

/** What the signature covered, read. */
export interface VerifiedAssertion {
  id: string;
  issuer: string;
  subject: string;
  isSubjectEmail: boolean;
  /** The name's own attributes: the provider wants them back when it is to sign the person out. */
  subjectAttributes: SubjectAttributes;
  /** What the provider calls the session that began. */
  sessionIndex: string | null;
  inResponseTo: string;
  /** After this it is refused for its age; until then it must be remembered. */
  validUntil: Date;
  attributes: ReadonlyMap<string, readonly string[]>;
}

const SUBJECT_ATTRIBUTES = ['Format', 'NameQualifier', 'SPNameQualifier'] as const;
export type SubjectAttributes = Partial<Record<(typeof SUBJECT_ATTRIBUTES)[number], string>>;

export interface Audience {
  acsUrl: string;
  /** The entity id of this organization. */
  entityId: string;
  /** The identity provider's. */
  issuer: string;
}

/** However long an identity provider says that its answer is good for. */
const MAX_AGE_MS = 15 * 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const SUBJECT_MAX = 512;

/**
 * Reads an assertion from the bytes that its signature covered, and from nothing else; judges who made it, for whom, when
 * and in answer to what.
 */
export function readAssertion(signedXml: string, { acsUrl, entityId, issuer }: Audience): VerifiedAssertion {
  const assertion = parsed(signedXml);
  if (!isNamed(assertion, 'assertion', 'Assertion') || attributeOf(assertion, 'Version') !== '2.0')
    throw new SignOnRefused('unexpected_structure');
  const id = attributeOf(assertion, 'ID') ?? '';
  if (id === '') throw new SignOnRefused('unexpected_structure');
  const said = plainText(one(assertion, 'Issuer', 'issuer_mismatch'));
  if (said !== issuer) throw new SignOnRefused('issuer_mismatch', { issuer: said });
  issueInstant(assertion);
  checkConditions(assertion, entityId);
  const subject = one(assertion, 'Subject', 'subject_missing');
  const confirmed = confirmation(subject, acsUrl);
  const [authentication] = childrenNamed(assertion, 'assertion', 'AuthnStatement');
  if (authentication === undefined) throw new SignOnRefused('unexpected_structure');
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
    throw new SignOnRefused('signature_invalid');
  }
}

function one(of: Element, name: string, why: SignOnRefused['why']): Element {
  const found = childrenNamed(of, 'assertion', name);
  if (found.length !== 1) throw new SignOnRefused(why);
  return found[0]!;
}

function checkConditions(assertion: Element, entityId: string): void {
  const conditions = one(assertion, 'Conditions', 'conditions_missing');
  checkPeriod(conditions);
  const restriction = one(conditions, 'AudienceRestriction', 'audience_mismatch');
  const audiences = childrenNamed(restriction, 'assertion', 'Audience').map(plainText);
  if (!audiences.includes(entityId)) throw new SignOnRefused('audience_mismatch', { audiences });
}

/** The bearer confirmation for this organization; one that is meant for another proves nothing here. */
function confirmation(subject: Element, acsUrl: string): { inResponseTo: string; notOnOrAfter: number } {
  const bearers = childrenNamed(subject, 'assertion', 'SubjectConfirmation').filter(
    (each) => attributeOf(each, 'Method') === BEARER,
  );
  const given = bearers.flatMap((each) => childrenNamed(each, 'assertion', 'SubjectConfirmationData'));
  if (given.length !== 1) throw new SignOnRefused('subject_not_confirmed');
  const [data] = given as [Element];
  const recipient = attributeOf(data, 'Recipient');
  if (recipient !== acsUrl) throw new SignOnRefused('recipient_mismatch', { recipient });
  if (!data.hasAttribute('NotOnOrAfter')) throw new SignOnRefused('subject_not_confirmed');
  checkPeriod(data);
  const inResponseTo = attributeOf(data, 'InResponseTo');
  if (inResponseTo === null || inResponseTo === '') throw new SignOnRefused('unsolicited');
  const notOnOrAfter = Math.min(instant(attributeOf(data, 'NotOnOrAfter')), clock.nowMs() + MAX_AGE_MS);
  return { inResponseTo, notOnOrAfter };
}

function nameOf(
  subject: Element,
): Pick<VerifiedAssertion, 'subject' | 'isSubjectEmail' | 'subjectAttributes'> {
  const nameId = one(subject, 'NameID', 'subject_missing');
  const text = plainText(nameId) ?? '';
  if (text === '' || text.length > SUBJECT_MAX) throw new SignOnRefused('subject_missing');
  const format = attributeOf(nameId, 'Format');
  // A name that is another one at each sign-in cannot be recognized.
  if (format === TRANSIENT) throw new SignOnRefused('subject_transient');
  const said = SUBJECT_ATTRIBUTES.flatMap((name) => {
    const value = shortOf(nameId, name);
    return value === null ? [] : [[name, value]];
  });
  const subjectAttributes = Object.fromEntries(said) as SubjectAttributes;
  return { subject: text, isSubjectEmail: format === EMAIL, subjectAttributes };
}

/** Null for what is not there, or longer than anything that an honest provider says. */
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
