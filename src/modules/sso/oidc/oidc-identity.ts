import type { OpenIdClaims } from '../../../platform/openid/open-id-client';
import type { Connection } from '../connections/connection';
import type { SignOnIdentity } from '../sign-on/sign-on-identity';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { isGoogle } from './google-issuer';

const MAX_GROUPS = 2_000;

/** Reads an identity from an ID token, with the claim names that the organization has configured. */
export function oidcIdentity(
  { attributeMapping, domains }: Pick<Connection, 'attributeMapping' | 'domains'>,
  claims: OpenIdClaims,
): SignOnIdentity {
  // A provider without this claim is the organization's own directory, whose administrators manage its addresses.
  if (claims['email_verified'] === false || claims['email_verified'] === 'false')
    throw new SignOnRejected('email_not_verified');
  // Anyone can create a Google account with an address of the organization; `hd` proves that the organization
  // manages the account.
  const { hd: workspace } = claims;
  if (isGoogle(claims.iss) && !(typeof workspace === 'string' && domains.includes(workspace.toLowerCase())))
    throw new SignOnRejected('domain_not_allowed');
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

/**
 * A missing claim is not an empty list. If a scope was not granted, or the provider moves long lists
 * elsewhere (`_claim_names`), treating it as empty would demote admins.
 */
function textsOf(claims: OpenIdClaims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value === undefined || value === null) throw new SignOnRejected('groups_missing', { claim: name });
  const texts = Array.isArray(value) ? (value as unknown[]) : [value];
  return texts.filter((text) => typeof text === 'string').slice(0, MAX_GROUPS);
}
