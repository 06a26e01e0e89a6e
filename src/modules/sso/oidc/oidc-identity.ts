import type { OpenIdClaims } from '../../../platform/openid/open-id-client';
import type { Connection } from '../connection';
import type { SignOnIdentity } from '../sign-on-identity';
import { SignOnRefused } from '../sign-on-refused';
import { isGoogle } from './google-issuer';

const MAX_GROUPS = 2_000;

/** Reads a person out of an ID token, by the names that the organization gave to its claims. */
export function oidcIdentity(
  { attributeMapping, domains }: Pick<Connection, 'attributeMapping' | 'domains'>,
  claims: OpenIdClaims,
): SignOnIdentity {
  // What says nothing of it is the organization's own directory, whose addresses are its administrators'.
  if (claims['email_verified'] === false || claims['email_verified'] === 'false')
    throw new SignOnRefused('email_not_verified');
  // At Google anybody may have an account by an address of the organization; `hd` says that it is the organization's.
  const { hd: workspace } = claims;
  if (isGoogle(claims.iss) && !(typeof workspace === 'string' && domains.includes(workspace.toLowerCase())))
    throw new SignOnRefused('domain_not_allowed');
  const { groups } = attributeMapping;
  return {
    method: 'oidc',
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(claims, attributeMapping.email),
    name: textOf(claims, attributeMapping.name),
    groups: groups === null ? null : textsOf(claims, groups),
  };
}

function textOf(claims: OpenIdClaims, name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : null;
}

function textsOf(claims: OpenIdClaims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const texts = Array.isArray(value) ? (value as unknown[]) : [value];
  return texts.filter((text) => typeof text === 'string').slice(0, MAX_GROUPS);
}
