import type { OrganizationRole } from '../../access/role';

export const CONNECTION_TYPES = ['saml', 'oidc'] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/** What a first sign-in makes somebody who is in no mapped group. */
export const DEFAULT_ROLES = ['member', 'guest'] as const;
/** What a group can make somebody; ownership is handed over by its owner alone. */
export const GROUP_ROLES = ['admin', 'member', 'guest'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number] & OrganizationRole;

export interface AttributeMapping {
  email: string;
  name: string;
  groups: string | null;
}

/** How one organization signs people on. What belongs to the other type is null. */
export interface Connection {
  type: ConnectionType;
  entityId: string | null;
  ssoUrl: string | null;
  /** PEM. */
  certificates: string[];
  /** Where single logout begins at the provider; null where it has none. */
  sloUrl: string | null;
  /** Where the provider wants its own requests of that kind answered, if not there. */
  sloResponseUrl: string | null;
  /** Whether requests to sign on carry the organization's signature; those to sign out always do. */
  signRequests: boolean;
  issuer: string | null;
  clientId: string | null;
  sealedClientSecret: string | null;
  attributeMapping: AttributeMapping;
  defaultRole: (typeof DEFAULT_ROLES)[number];
  groupRoles: Record<string, GroupRole>;
  /** Lower case; empty: any. */
  domains: string[];
  /** Null until a round trip through these settings has succeeded. */
  testedAt: string | null;
  updatedAt: string;
}

/** A connection whose SAML half is complete. */
export type SamlConnection = Connection & { type: 'saml'; entityId: string; ssoUrl: string };

export function isSamlConnection(connection: Connection | null): connection is SamlConnection {
  return connection?.type === 'saml' && connection.entityId !== null && connection.ssoUrl !== null;
}
