import type { Connection } from '../connection';
import type { SignOnIdentity } from '../sign-on-identity';
import { SignOnRefused } from '../sign-on-refused';
import type { VerifiedAssertion } from './saml-assertion';

/** Reads a person out of an assertion, by the names that the organization gave to its attributes. */
export function samlIdentity(
  { attributeMapping }: Pick<Connection, 'attributeMapping'>,
  { issuer, subject, isSubjectEmail, attributes }: VerifiedAssertion,
): SignOnIdentity {
  const emails = new Set(valuesOf(attributes, attributeMapping.email));
  // Of two addresses nobody can say which one was meant.
  if (emails.size > 1) throw new SignOnRefused('email_missing');
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
