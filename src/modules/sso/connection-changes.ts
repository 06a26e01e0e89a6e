import { InvalidInput } from '../../kernel/app-error';
import type { Connection } from './connection';
import type { IdpSettings } from './idp-metadata';
import { isGoogle } from './oidc/google-issuer';
import type { SsoUpdateInput } from './sso.schemas';

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
  attributeMapping: { email: 'email', name: 'name', groups: null },
  defaultRole: 'member',
  groupRoles: {},
  domains: [],
  testedAt: null,
};

export interface Changed {
  settings: ConnectionSettings;
  /** Another provider speaks for the organization's people, or another key for the same one. */
  isOtherProvider: boolean;
  /** Another attribute tells of people's groups. */
  areGroupsOthers: boolean;
  /** It is at another address, or none of its keys has stayed: what it did before ends, and it must be tested. */
  isReplaced: boolean;
}

/** The settings after an update: what it names is changed, the rest stays. */
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
  refuseIncomplete(settings);
  const isOtherProvider = previous === null || !isSameProvider(previous, settings);
  const isReplaced = previous !== null && !isContinued(previous, settings);
  const isReadAlike = before.attributeMapping.email === settings.attributeMapping.email;
  // What was tested still works: the same provider, read the same way.
  if (isReplaced || !isReadAlike) settings.testedAt = null;
  const areGroupsOthers = before.attributeMapping.groups !== settings.attributeMapping.groups;
  return { settings, isOtherProvider, areGroupsOthers, isReplaced };
}

/** Another provider's addresses do not stay: it would be told of people whom it never saw. */
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

function refuseIncomplete(settings: ConnectionSettings): void {
  const needed =
    settings.type === 'saml'
      ? (['entityId', 'ssoUrl', 'certificates'] as const)
      : (['issuer', 'clientId'] as const);
  for (const field of needed) {
    const value = settings[field];
    if (value === null || value.length === 0)
      throw InvalidInput.at(field, `Is needed for ${settings.type === 'saml' ? 'SAML' : 'OpenID Connect'}`);
  }
  if (settings.type !== 'oidc') return;
  if (settings.sealedClientSecret === null)
    throw InvalidInput.at('clientSecret', 'Is needed for OpenID Connect');
  if (isGoogle(settings.issuer ?? '') && settings.domains.length === 0)
    throw InvalidInput.at('domains', 'Must name those of your Workspace: everybody has an account at Google');
}

function isSameProvider(before: ConnectionSettings, after: ConnectionSettings): boolean {
  return (
    isSameAddress(before, after) &&
    JSON.stringify(before.certificates) === JSON.stringify(after.certificates) &&
    before.sealedClientSecret === after.sealedClientSecret
  );
}

function isSameAddress(before: ConnectionSettings, after: ConnectionSettings): boolean {
  const fields = ['type', 'entityId', 'ssoUrl', 'issuer', 'clientId'] as const;
  return fields.every((field) => before[field] === after[field]);
}

/** The same provider, one of whose keys stayed. */
function isContinued(before: ConnectionSettings, after: ConnectionSettings): boolean {
  const keysStay =
    after.type !== 'saml' || after.certificates.some((each) => before.certificates.includes(each));
  return isSameAddress(before, after) && keysStay;
}
