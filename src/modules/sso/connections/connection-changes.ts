import { InvalidInput } from '../../../kernel/app-error';
import type { Connection } from './connection';
import type { IdpSettings } from './idp-metadata';
import { isGoogle } from '../oidc/google-issuer';
import type { SsoUpdateInput } from '../sso.schemas';

export type ConnectionSettings = Omit<Connection, 'updatedAt'>;

export const NEW_CONNECTION: ConnectionSettings = {
  type: 'saml',
  entityId: null,
  ssoUrl: null,
  certificates: [],
  sloUrl: null,
  sloResponseUrl: null,
  signRequests: true,
  issuer: null,
  clientId: null,
  sealedClientSecret: null,
  scopes: [],
  attributeMapping: { email: 'email', name: 'name', groups: null },
  defaultRole: 'member',
  groupRoles: {},
  domains: [],
  testedAt: null,
};

export interface Changed {
  settings: ConnectionSettings;
  /** Whether the identity provider changes, or the key of the same provider. */
  isOtherProvider: boolean;
  /** Whether the attribute that contains groups changes. */
  areGroupsOthers: boolean;
  /**
   * Whether the provider moves to another address, or none of its keys remains: earlier sign-ins are revoked,
   * and the settings must be tested again.
   */
  isReplaced: boolean;
}

/** The settings after an update. Fields that the update omits keep their value. */
export function changedConnection(
  previous: Connection | null,
  input: SsoUpdateInput,
  { metadata, sealedClientSecret }: { metadata: IdpSettings | null; sealedClientSecret: string | null },
): Changed {
  const before = previous ?? NEW_CONNECTION;
  const { attributeMapping, certificates } = input;
  const settings: ConnectionSettings = {
    type: input.type ?? before.type,
    entityId: metadata?.entityId ?? input.entityId ?? before.entityId,
    ssoUrl: metadata?.ssoUrl ?? input.ssoUrl ?? before.ssoUrl,
    certificates:
      metadata?.certificates ?? (certificates && [...new Set(certificates)]) ?? before.certificates,
    ...logoutAddresses(before, input, metadata),
    signRequests: input.signRequests ?? before.signRequests,
    issuer: input.issuer ?? before.issuer,
    clientId: input.clientId ?? before.clientId,
    sealedClientSecret: sealedClientSecret ?? before.sealedClientSecret,
    scopes: input.scopes ?? before.scopes,
    attributeMapping: {
      email: attributeMapping?.email ?? before.attributeMapping.email,
      name: attributeMapping?.name ?? before.attributeMapping.name,
      groups:
        attributeMapping?.groups === undefined ? before.attributeMapping.groups : attributeMapping.groups,
    },
    defaultRole: input.defaultRole ?? before.defaultRole,
    groupRoles: input.groupRoles ?? before.groupRoles,
    domains: input.domains ? [...new Set(input.domains)] : before.domains,
    testedAt: before.testedAt,
  };
  rejectIncomplete(settings);
  const isOtherProvider = previous === null || !isSameProvider(previous, settings);
  const isReplaced = previous !== null && !isContinued(previous, settings);
  if (isReplaced || !isStillTested(before, settings)) settings.testedAt = null;
  const areGroupsOthers = before.attributeMapping.groups !== settings.attributeMapping.groups;
  return { settings, isOtherProvider, areGroupsOthers, isReplaced };
}

/**
 * Addresses of the previous provider are dropped: the new one would receive data about users it has never
 * seen.
 */
function logoutAddresses(
  { entityId, sloUrl, sloResponseUrl }: ConnectionSettings,
  input: SsoUpdateInput,
  metadata: IdpSettings | null,
): Pick<ConnectionSettings, 'sloUrl' | 'sloResponseUrl'> {
  if (metadata !== null) return { sloUrl: metadata.sloUrl, sloResponseUrl: metadata.sloResponseUrl };
  if (input.sloUrl !== undefined) return { sloUrl: input.sloUrl, sloResponseUrl: null };
  const isSame = input.entityId === undefined || input.entityId === entityId;
  return isSame ? { sloUrl, sloResponseUrl } : { sloUrl: null, sloResponseUrl: null };
}

function rejectIncomplete(settings: ConnectionSettings): void {
  const needed =
    settings.type === 'saml'
      ? (['entityId', 'ssoUrl', 'certificates'] as const)
      : (['issuer', 'clientId'] as const);
  for (const field of needed) {
    const value = settings[field];
    if (value === null || value.length === 0)
      throw InvalidInput.at(field, `Required for ${settings.type === 'saml' ? 'SAML' : 'OpenID Connect'}`);
  }
  if (settings.type !== 'oidc') return;
  if (settings.sealedClientSecret === null)
    throw InvalidInput.at('clientSecret', 'Required for OpenID Connect');
  if (isGoogle(settings.issuer ?? '') && settings.domains.length === 0)
    throw InvalidInput.at(
      'domains',
      'Must contain the domains of your Google Workspace: anyone can have a Google account',
    );
}

function isSameProvider(before: ConnectionSettings, after: ConnectionSettings): boolean {
  return (
    isSameAddress(before, after) &&
    JSON.stringify(before.certificates) === JSON.stringify(after.certificates) &&
    before.sealedClientSecret === after.sealedClientSecret
  );
}

/**
 * Whether a test of the previous settings also proves these: the same requests with the same secret, read in
 * the same way.
 */
function isStillTested(before: ConnectionSettings, after: ConnectionSettings): boolean {
  const provenBy = ({ sealedClientSecret, scopes, signRequests, attributeMapping }: ConnectionSettings) => {
    const { email, groups } = attributeMapping;
    return JSON.stringify([sealedClientSecret, scopes, signRequests, email, groups]);
  };
  return provenBy(before) === provenBy(after);
}

function isSameAddress(before: ConnectionSettings, after: ConnectionSettings): boolean {
  const fields = ['type', 'entityId', 'ssoUrl', 'issuer', 'clientId'] as const;
  return fields.every((field) => before[field] === after[field]);
}

/** Whether it is the same provider, with at least one unchanged key. */
function isContinued(before: ConnectionSettings, after: ConnectionSettings): boolean {
  const keysStay =
    after.type !== 'saml' || after.certificates.some((each) => before.certificates.includes(each));
  return isSameAddress(before, after) && keysStay;
}
