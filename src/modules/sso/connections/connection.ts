import type { OrganizationRole } from '../../../access/role';

export const CONNECTION_TYPES = ['saml', 'oidc'] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/** The role of a member who signs in for the first time and is in no mapped group. */
export const DEFAULT_ROLES = ['member', 'guest'] as const;
/** Roles that a group can be mapped to. Ownership is only transferred by the owner. */
export const GROUP_ROLES = ['admin', 'member', 'guest'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number] & OrganizationRole;

export interface AttributeMapping {
  email: string;
  name: string;
  groups: string | null;
}

/** The single sign-on settings of an organization. Fields of the other protocol are null. */
export interface Connection {
  type: ConnectionType;
  entityId: string | null;
  ssoUrl: string | null;
  /** PEM. */
  certificates: string[];
  /** The provider's single logout endpoint; null if it has none. */
  sloUrl: string | null;
  /** The provider's endpoint for logout responses, if it differs. */
  sloResponseUrl: string | null;
  /** Whether authentication requests are signed. Logout requests always are. */
  signRequests: boolean;
  issuer: string | null;
  clientId: string | null;
  sealedClientSecret: string | null;
  /** Requested in addition to `openid email profile`. */
  scopes: string[];
  attributeMapping: AttributeMapping;
  defaultRole: (typeof DEFAULT_ROLES)[number];
  groupRoles: Record<string, GroupRole>;
  /** Lower case; empty means any. */
  domains: string[];
  /** Null until a sign-in or a test with these settings has succeeded. */
  testedAt: string | null;
  updatedAt: string;
}

/** A connection with complete SAML settings. */
export type SamlConnection = Connection & { type: 'saml'; entityId: string; ssoUrl: string };

export function isSamlConnection(connection: Connection | null): connection is SamlConnection {
  return connection?.type === 'saml' && connection.entityId !== null && connection.ssoUrl !== null;
}
