import { expect } from 'vitest';

export type Role = 'owner' | 'admin' | 'member' | 'guest';

/** Ids, by the names that steps give them. */
export type Known = Record<string, string>;

export interface Told {
  /** The name of the id. */
  target?: string;
  reason?: string;
  before?: (known: Known) => object;
  after?: (known: Known) => object;
}

/** Actor, action and input; the expected entry; and the name of the returned id in later steps. */
export type Step = [Role, string, (known: Known) => object, Told, string?];

const some: unknown = expect.anything();
const rejected = (reason: string, target?: string): Told => ({ reason, ...(target ? { target } : {}) });
const changed = (before: object, after: object, target?: string): Told => ({
  before: () => before,
  after: () => after,
  ...(target ? { target } : {}),
});
const nothing = () => ({});

const REDIRECT = 'https://client.example.com/callback';

export const STEPS: readonly Step[] = [
  [
    'owner',
    'organizations.update',
    () => ({ name: 'Acme' }),
    changed({ name: some }, { name: 'Acme' }, 'organization'),
  ],
  [
    'owner',
    'organizations.update',
    () => ({ timezone: 'Europe/Berlin', weekStart: 'sunday' }),
    changed(
      { timezone: 'UTC', weekStart: 'monday' },
      { timezone: 'Europe/Berlin', weekStart: 'sunday' },
      'organization',
    ),
  ],
  [
    'admin',
    'organizations.update',
    () => ({ language: 'de' }),
    changed({ language: 'en' }, { language: 'de' }, 'organization'),
  ],
  ['admin', 'organizations.update', () => ({ language: 'de' }), { target: 'organization' }],
  ['member', 'organizations.update', () => ({ name: 'No' }), rejected('forbidden')],
  [
    'owner',
    'organizations.members.updateRole',
    (k) => ({ userId: k['member'], role: 'admin' }),
    changed({ role: 'member' }, { role: 'admin' }, 'member'),
  ],
  [
    'admin',
    'organizations.members.updateRole',
    (k) => ({ userId: k['member'], role: 'member' }),
    rejected('forbidden', 'member'),
  ],
  [
    'owner',
    'organizations.members.updateRole',
    (k) => ({ userId: k['member'], role: 'member' }),
    changed({ role: 'admin' }, { role: 'member' }, 'member'),
  ],
  [
    'admin',
    'organizations.members.updateRole',
    (k) => ({ userId: k['guest'], role: 'member' }),
    changed({ role: 'guest' }, { role: 'member' }, 'guest'),
  ],
  [
    'admin',
    'organizations.members.updateRole',
    (k) => ({ userId: k['guest'], role: 'guest' }),
    changed({ role: 'member' }, { role: 'guest' }, 'guest'),
  ],
  [
    'admin',
    'organizations.members.deactivate',
    (k) => ({ userId: k['guest'] }),
    changed({ status: 'active' }, { status: 'deactivated' }, 'guest'),
  ],
  [
    'admin',
    'organizations.members.reactivate',
    (k) => ({ userId: k['guest'] }),
    changed({ status: 'deactivated' }, { status: 'active' }, 'guest'),
  ],
  [
    'admin',
    'organizations.members.invite',
    (k) => ({ email: k['address'], role: 'member' }),
    {
      target: 'invitation',
      after: (k) => ({
        email: k['address'],
        role: 'member',
        status: 'pending',
        workspaceIds: [],
        invitedBy: k['admin'],
        expiresAt: some,
      }),
    },
    'invitation',
  ],
  [
    'admin',
    'organizations.members.invite',
    (k) => ({ email: k['address'], role: 'member' }),
    rejected('conflict'),
  ],
  [
    'owner',
    'invitations.resend',
    (k) => ({ id: k['invitation'] }),
    {
      target: 'invitation',
      before: (k) => ({ invitedBy: k['admin'], expiresAt: some }),
      after: (k) => ({ invitedBy: k['owner'], expiresAt: some }),
    },
  ],
  [
    'admin',
    'invitations.revoke',
    (k) => ({ id: k['invitation'] }),
    changed({ status: 'pending' }, { status: 'revoked' }, 'invitation'),
  ],
  [
    'admin',
    'workspaces.create',
    () => ({ name: 'Web', color: '#112233' }),
    {
      target: 'workspace',
      after: () => ({
        name: 'Web',
        description: null,
        color: '#112233',
        icon: null,
        visibility: 'open',
        archivedAt: null,
      }),
    },
    'workspace',
  ],
  [
    'admin',
    'workspaces.update',
    (k) => ({ id: k['workspace'], name: 'App', visibility: 'closed' }),
    changed({ name: 'Web', visibility: 'open' }, { name: 'App', visibility: 'closed' }, 'workspace'),
  ],
  [
    'admin',
    'workspaces.archive',
    (k) => ({ id: k['workspace'] }),
    changed({ archivedAt: null }, { archivedAt: some }, 'workspace'),
  ],
  [
    'admin',
    'workspaces.restore',
    (k) => ({ id: k['workspace'] }),
    changed({ archivedAt: some }, { archivedAt: null }, 'workspace'),
  ],
  [
    'admin',
    'workspaces.members.add',
    (k) => ({ workspaceId: k['workspace'], userId: k['member'], role: 'member' }),
    { target: 'member', after: () => ({ role: 'member' }) },
  ],
  [
    'admin',
    'workspaces.members.add',
    (k) => ({ workspaceId: k['workspace'], userId: k['member'] }),
    rejected('conflict', 'member'),
  ],
  [
    'admin',
    'workspaces.members.updateRole',
    (k) => ({ workspaceId: k['workspace'], userId: k['member'], role: 'viewer' }),
    changed({ role: 'member' }, { role: 'viewer' }, 'member'),
  ],
  [
    'member',
    'workspaces.members.updateRole',
    (k) => ({ workspaceId: k['workspace'], userId: k['member'], role: 'admin' }),
    rejected('forbidden', 'member'),
  ],
  [
    'admin',
    'workspaces.members.remove',
    (k) => ({ workspaceId: k['workspace'], userId: k['member'] }),
    { target: 'member', before: () => ({ role: 'viewer' }) },
  ],
  [
    'owner',
    'oauth.apps.create',
    () => ({ name: 'Reporter', redirectUris: [REDIRECT], scopes: ['read'] }),
    {
      target: 'application',
      after: () => ({ name: 'Reporter', redirectUris: [REDIRECT], scopes: ['read'], public: false }),
    },
    'application',
  ],
  [
    'owner',
    'oauth.apps.update',
    (k) => ({ id: k['application'], scopes: ['read', 'write'] }),
    changed({ scopes: ['read'] }, { scopes: ['read', 'write'] }, 'application'),
  ],
  [
    'owner',
    'oauth.apps.update',
    (k) => ({ id: k['application'], name: 'Reader' }),
    changed({ name: 'Reporter' }, { name: 'Reader' }, 'application'),
  ],
  ['owner', 'oauth.apps.rotateSecret', (k) => ({ id: k['application'] }), { target: 'application' }],
  ['member', 'oauth.apps.list', nothing, rejected('forbidden')],
  ['member', 'oauth.apps.get', (k) => ({ id: k['application'] }), rejected('forbidden', 'application')],
  [
    'owner',
    'oauth.apps.delete',
    (k) => ({ id: k['application'] }),
    {
      target: 'application',
      before: () => ({ name: 'Reader', redirectUris: [REDIRECT], scopes: ['read', 'write'], public: false }),
    },
  ],
  [
    'owner',
    'sso.update',
    (k) => ({
      type: 'saml',
      entityId: 'https://idp.example.com',
      ssoUrl: 'https://idp.example.com/sso',
      certificates: [k['certificate']],
    }),
    {
      after: () =>
        expect.objectContaining({
          type: 'saml',
          entityId: 'https://idp.example.com',
          fingerprints: [some],
          enforced: false,
        }) as object,
    },
  ],
  [
    'admin',
    'sso.update',
    () => ({ defaultRole: 'guest' }),
    changed({ defaultRole: 'member' }, { defaultRole: 'guest' }),
  ],
  ['admin', 'sso.test', nothing, {}],
  [
    'admin',
    'sso.domains.add',
    (k) => ({ domain: k['domainName'] }),
    { target: 'domain', after: (k) => ({ domain: k['domainName'], verifiedAt: null }) },
    'domain',
  ],
  [
    'admin',
    'sso.domains.remove',
    (k) => ({ id: k['domain'] }),
    { target: 'domain', before: (k) => ({ domain: k['domainName'], verifiedAt: null }) },
  ],
  ['guest', 'sso.get', nothing, rejected('forbidden')],
  [
    'owner',
    'sso.delete',
    nothing,
    { before: () => expect.objectContaining({ type: 'saml', defaultRole: 'guest' }) as object },
  ],
  [
    'admin',
    'scim.tokens.create',
    () => ({ name: 'Okta' }),
    { target: 'directory', after: (k) => ({ name: 'Okta', createdBy: k['admin'], expiresAt: null }) },
    'directory',
  ],
  [
    'admin',
    'scim.tokens.revoke',
    (k) => ({ id: k['directory'] }),
    { target: 'directory', before: (k) => ({ name: 'Okta', createdBy: k['admin'], expiresAt: null }) },
  ],
  ['member', 'scim.tokens.list', nothing, rejected('forbidden')],
  [
    'member',
    'auth.tokens.create',
    () => ({ name: 'Mine', scopes: ['read'] }),
    {
      target: 'token',
      after: (k) => mine(k['member']),
    },
    'token',
  ],
  [
    'member',
    'auth.tokens.revoke',
    (k) => ({ tokenId: k['token'] }),
    {
      target: 'token',
      before: (k) => mine(k['member']),
    },
  ],
  ['member', 'audit.list', nothing, rejected('forbidden')],
  ['member', 'audit.export', nothing, rejected('forbidden')],
  ['admin', 'audit.export', () => ({ action: 'sso.*' }), {}],
  ['admin', 'audit.export.download', () => ({ action: 'sso.*' }), {}],
  ['guest', 'audit.export.download', nothing, rejected('forbidden')],
  [
    'owner',
    'boards.members.add',
    (k) => ({ boardId: k['board'], userId: k['guest'], permission: 'view' }),
    { target: 'guest', after: () => ({ permission: 'view' }) },
  ],
  [
    'owner',
    'boards.members.add',
    (k) => ({ boardId: k['board'], userId: k['guest'], permission: 'edit' }),
    changed({ permission: 'view' }, { permission: 'edit' }, 'guest'),
  ],
  [
    'owner',
    'boards.members.remove',
    (k) => ({ boardId: k['board'], userId: k['guest'] }),
    { target: 'guest', before: () => ({ permission: 'edit' }) },
  ],
  ['owner', 'boards.export', (k) => ({ id: k['board'], format: 'csv' }), { target: 'board' }],
  [
    'owner',
    'trash.purge',
    (k) => ({ ids: [k['item']] }),
    { before: (k) => ({ names: { [k['item']!]: 'Item' } }) },
  ],
  [
    'owner',
    'boards.delete',
    (k) => ({ id: k['board'] }),
    { target: 'board', before: (k) => ({ name: 'Board', projectId: k['project'], createdBy: k['owner'] }) },
  ],
  [
    'owner',
    'projects.delete',
    (k) => ({ id: k['project'] }),
    {
      target: 'project',
      before: (k) => ({ name: 'Project', workspaceId: k['other'], createdBy: k['owner'] }),
    },
  ],
  [
    'admin',
    'workspaces.delete',
    (k) => ({ id: k['workspace'] }),
    {
      target: 'workspace',
      before: () => expect.objectContaining({ name: 'App', visibility: 'closed' }) as object,
    },
  ],
  ['admin', 'workspaces.delete', (k) => ({ id: k['workspace'] }), rejected('not_found', 'workspace')],
  [
    'admin',
    'organizations.members.remove',
    (k) => ({ userId: k['guest'] }),
    { target: 'guest', before: () => ({ name: some, email: some, role: 'guest', status: 'active' }) },
  ],
  [
    'owner',
    'organizations.transferOwnership',
    (k) => ({ userId: k['admin'] }),
    { target: 'admin', before: (k) => ({ ownerId: k['owner'] }), after: (k) => ({ ownerId: k['admin'] }) },
  ],
];

/** The token of the member. */
function mine(userId: unknown) {
  const limits = { workspaceIds: null, boardIds: null, allowedCidrs: null };
  return { userId, name: 'Mine', scopes: ['read'], expiresAt: null, ...limits };
}
