import type { Connection } from '../connections/connection';
import type { SignOnIdentity } from '../sign-on/sign-on-identity';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import type { VerifiedAssertion } from './saml-assertion';

/** Reads an identity from an assertion, with the attribute names that the organization has configured. */
export function samlIdentity(
  { attributeMapping }: Pick<Connection, 'attributeMapping'>,
  { issuer, subject, isSubjectEmail, attributes }: VerifiedAssertion,
): SignOnIdentity {
  const emails = new Set(valuesOf(attributes, attributeMapping.email));
  // With two addresses, it is ambiguous which one is meant.
  if (emails.size > 1) throw new SignOnRejected('email_missing');
  const [email = isSubjectEmail ? subject : null] = emails;
  const names = valuesOf(attributes, attributeMapping.name);
  const { groups } = attributeMapping;
  return {
    method: 'saml',
    issuer,
    subject,
    email,
    name: names[0] ?? null,
    groups: groups === null ? null : valuesOf(attributes, groups),
  };
}

function valuesOf(attributes: VerifiedAssertion['attributes'], name: string): readonly string[] {
  return attributes.get(name) ?? [];
}
