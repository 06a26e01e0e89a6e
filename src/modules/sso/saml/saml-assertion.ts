import { clock } from '../../../kernel/clock';
import { SignOnRefused } from '../sign-on-refused';
import { attributeOf, childrenNamed, isNamed, parseXml, plainText } from '../xml';

/** What the signature covered, read. */
export interface VerifiedAssertion {
  id: string;
  issuer: string;
  subject: string;
  isSubjectEmail: boolean;
  inResponseTo: string;
  /** After this it is refused for its age; until then it must be remembered. */
  validUntil: Date;
  attributes: ReadonlyMap<string, readonly string[]>;
}

export interface Audience {
  acsUrl: string;
  /** The entity id of this organization. */
  entityId: string;
  /** The identity provider's. */
  issuer: string;
}

/** Clocks of two machines may differ by as much. */
const SKEW_MS = 60_000;
/** However long an identity provider says that its answer is good for. */
const MAX_AGE_MS = 15 * 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const SUBJECT_MAX = 512;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

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
  const issuedAt = instant(attributeOf(assertion, 'IssueInstant'));
  if (issuedAt > clock.nowMs() + SKEW_MS) throw new SignOnRefused('not_yet_valid');
  checkConditions(assertion, entityId);
  const subject = one(assertion, 'Subject', 'subject_missing');
  const confirmed = confirmation(subject, acsUrl);
  if (childrenNamed(assertion, 'assertion', 'AuthnStatement').length === 0)
    throw new SignOnRefused('unexpected_structure');
  return {
    id,
    issuer,
    ...nameOf(subject),
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

function instant(text: string | null): number {
  if (text === null || !INSTANT.test(text)) throw new SignOnRefused('unexpected_structure');
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new SignOnRefused('unexpected_structure');
  return ms;
}

function checkPeriod(of: Element): void {
  const [from, until] = [attributeOf(of, 'NotBefore'), attributeOf(of, 'NotOnOrAfter')];
  if (from !== null && instant(from) > clock.nowMs() + SKEW_MS) throw new SignOnRefused('not_yet_valid');
  if (until !== null && instant(until) <= clock.nowMs() - SKEW_MS) throw new SignOnRefused('expired');
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

function nameOf(subject: Element): { subject: string; isSubjectEmail: boolean } {
  const nameId = one(subject, 'NameID', 'subject_missing');
  const text = plainText(nameId) ?? '';
  if (text === '' || text.length > SUBJECT_MAX) throw new SignOnRefused('subject_missing');
  const format = attributeOf(nameId, 'Format');
  // A name that is another one at each sign-in cannot be recognized.
  if (format === TRANSIENT) throw new SignOnRefused('subject_transient');
  return { subject: text, isSubjectEmail: format === EMAIL };
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
