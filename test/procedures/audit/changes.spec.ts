import { describe, expect, it } from 'vitest';
import { isAdministrative } from '../../../src/access/requirement';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';
import { auditEntries, newestChange } from '../../support/audit';
import { anAccount } from '../../support/factories/account.factory';
import { aBoard } from '../../support/factories/board.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { signingKey } from '../../support/identity-provider/self-signed';
import { aGrant, anApplication } from '../../support/oauth';

/** Audited mutations whose entries have no record, and why. */
const NOTHING_TO_TELL: Readonly<Record<string, string>> = {
  'auth.changeEmail': 'mails a link; auth.confirmEmailChange is the entry of the change',
  'auth.changePassword': 'a password is a secret, before and after',
  'auth.deleteAccount': 'the account leaves the organization, which member.removed tells',
  'organizations.members.erase': 'the entry must not contain the name and the address that are erased',
  'auth.sessions.revoke': 'the entry of its sign-in tells whose session it was and from where',
  'oauth.apps.rotateSecret': 'what changes is a secret',
  'organizations.export': 'reads records and changes none',
  'organizations.groups.members.add': 'the input names the group and the members',
  'organizations.groups.members.remove': 'the input names the group and the members',
  'organizations.mail.test': 'sends a mail and changes nothing',
  'sso.test': 'makes a link and changes nothing',
  'webhooks.deliveries.redeliver': 'sends what was sent before and changes nothing',
  'webhooks.replay': 'delivers past events and changes nothing',
  'webhooks.rotateSecret': 'what changes is a secret',
  'workspaces.members.addMany': 'the input names the members and their role',
  'webhooks.test': 'sends a test event and changes nothing',
};

const proceduresNow = async () => (await sharedApp()).nest.get(ProcedureRegistry, { strict: false }).all();

describe('changes in audit entries', () => {
  it('every audited mutation declares its snapshot, or is listed here with a reason', async () => {
    const silent = (await proceduresNow()).filter(
      ({ kind, isAudited, recordAuditSnapshot }) =>
        kind === 'mutation' && isAudited === true && recordAuditSnapshot === undefined,
    );
    expect(silent.map(({ name }) => name).sort()).toEqual(Object.keys(NOTHING_TO_TELL).sort());
  });

  it('every mutation for administrators is audited, and so is every procedure with a snapshot', async () => {
    const unaudited = (await proceduresNow()).filter(
      (each) =>
        each.isAudited !== true &&
        ((each.kind === 'mutation' && isAdministrative(each)) || each.recordAuditSnapshot !== undefined),
    );
    expect(unaudited.map(({ name }) => name)).toEqual([]);
  });

  it('settings: the changed fields, and no others', async () => {
    const organization = await anOrganization();
    const { client } = organization.owner;
    await made(client, 'organizations.update', { timezone: 'Europe/Berlin', language: 'en' });
    expect(await newestChange(organization)).toEqual([{ timezone: 'UTC' }, { timezone: 'Europe/Berlin' }]);
    await made(client, 'organizations.update', { requireTwoFactor: true, graceDays: 7 });
    expect(await newestChange(organization)).toEqual([
      { twoFactorRequiredFrom: null },
      { twoFactorRequiredFrom: expect.stringMatching(/Z$/) },
    ]);
    await made(client, 'organizations.update', { language: 'en' });
    expect(await newestChange(organization)).toEqual([undefined, undefined]);
  });

  it('members: role and status; name and address when they are removed', async () => {
    const organization = await anOrganization();
    const { client } = organization.owner;
    const { userId, name, email } = await organization.addMember('member');
    const change = async (procedure: string, input: object = {}) => {
      await made(client, `organizations.members.${procedure}`, { userId, ...input });
      return newestChange(organization);
    };
    expect(await change('updateRole', { role: 'admin' })).toEqual([{ role: 'member' }, { role: 'admin' }]);
    expect(await change('deactivate')).toEqual([{ status: 'active' }, { status: 'deactivated' }]);
    expect(await change('reactivate')).toEqual([{ status: 'deactivated' }, { status: 'active' }]);
    expect(await change('remove')).toEqual([{ name, email, role: 'admin', status: 'active' }, undefined]);
  });

  it('an invited user, and the invitation', async () => {
    const organization = await anOrganization();
    const { client, userId: ownerId } = organization.owner;
    const email = `${organization.slug}@example.com`;
    const { invitationId } = await made(client, 'organizations.members.invite', { email, role: 'member' });
    expect(await newestChange(organization)).toEqual([
      undefined,
      {
        email,
        role: 'member',
        status: 'pending',
        workspaceIds: [],
        invitedBy: ownerId,
        expiresAt: expect.any(String),
      },
    ]);
    expect((await auditEntries(organization, { limit: 1 }))[0]!.target).toBe(invitationId);
    const { data } = await client.query('organizations.members.list', { status: 'pending' });
    const userId = data.members[0].id as string;
    await made(client, 'organizations.members.updateRole', { userId, role: 'guest' });
    expect(await newestChange(organization)).toEqual([{ role: 'member' }, { role: 'guest' }]);
    await made(client, 'invitations.revoke', { id: invitationId });
    expect(await newestChange(organization)).toEqual([{ status: 'pending' }, { status: 'revoked' }]);
  });

  it('ownership: the previous and the new owner', async () => {
    const organization = await anOrganization();
    const { userId } = await organization.addMember('admin');
    await made(organization.owner.client, 'organizations.transferOwnership', { userId });
    expect(await newestChange(organization)).toEqual([
      { ownerId: organization.owner.userId },
      { ownerId: userId },
    ]);
  });

  it('workspaces and their members', async () => {
    const workspace = await aWorkspace();
    const { organization, id } = workspace;
    const { client } = organization.owner;
    await made(client, 'workspaces.update', { id, visibility: 'closed' });
    expect(await newestChange(organization)).toEqual([{ visibility: 'open' }, { visibility: 'closed' }]);
    await made(client, 'workspaces.archive', { id });
    expect(await newestChange(organization)).toEqual([
      { archivedAt: null },
      { archivedAt: expect.any(String) },
    ]);
    const { userId } = await organization.addMember('member');
    const who = { workspaceId: id, userId };
    await made(client, 'workspaces.members.add', { ...who, role: 'viewer' });
    expect(await newestChange(organization)).toEqual([undefined, { role: 'viewer' }]);
    await made(client, 'workspaces.members.updateRole', { ...who, role: 'admin' });
    expect(await newestChange(organization)).toEqual([{ role: 'viewer' }, { role: 'admin' }]);
    await made(client, 'workspaces.members.remove', who);
    expect(await newestChange(organization)).toEqual([{ role: 'admin' }, undefined]);
    await made(client, 'workspaces.delete', { id });
    expect(await newestChange(organization)).toEqual([
      expect.objectContaining({ name: 'Workspace', visibility: 'closed' }),
      undefined,
    ]);
  });

  it('boards: their sharing, and what is deleted or purged', async () => {
    const board = await aBoard({ name: 'Plans' });
    const { organization, project } = board;
    const { client } = organization.owner;
    const { userId } = await organization.addMember('guest');
    const share = (permission: string) =>
      made(client, 'boards.members.add', { boardId: board.id, userId, permission });
    await share('view');
    expect(await newestChange(organization)).toEqual([undefined, { permission: 'view' }]);
    await share('edit');
    expect(await newestChange(organization)).toEqual([{ permission: 'view' }, { permission: 'edit' }]);
    const groupId = board.groupIds[0];
    const { id } = await made(client, 'items.create', { boardId: board.id, groupId, name: 'Secret plan' });
    await made(client, 'items.delete', { id });
    await made(client, 'trash.purge', { ids: [id] });
    expect(await newestChange(organization)).toEqual([{ names: { [id]: 'Secret plan' } }, undefined]);
    const createdBy = organization.owner.userId;
    await made(client, 'boards.delete', { id: board.id });
    expect(await newestChange(organization)).toEqual([
      { name: 'Plans', projectId: project.id, createdBy },
      undefined,
    ]);
    await made(client, 'projects.delete', { id: project.id });
    expect(await newestChange(organization)).toEqual([
      { name: 'Project', workspaceId: board.workspace.id, createdBy },
      undefined,
    ]);
  });

  it('applications, grants and tokens, without their secrets', async () => {
    const organization = await anOrganization();
    const { client, userId } = organization.owner;
    const { id } = await anApplication(organization, { scopes: ['read'] });
    await made(client, 'oauth.apps.update', { id, scopes: ['read', 'admin'] });
    expect(await newestChange(organization)).toEqual([{ scopes: ['read'] }, { scopes: ['read', 'admin'] }]);
    const { id: grantId } = await aGrant(organization, organization.owner, id);
    await made(client, 'oauth.grants.revoke', { id: grantId });
    expect(await newestChange(organization)).toEqual([
      { userId, applicationId: id, applicationName: 'Reporter' },
      undefined,
    ]);
    await made(client, 'oauth.apps.delete', { id });
    expect(await newestChange(organization)).toEqual([
      {
        name: 'Reporter',
        redirectUris: ['https://client.example.com/callback'],
        scopes: ['read', 'admin'],
        public: false,
      },
      undefined,
    ]);
    const created = await client.request('POST', '/api/auth/tokens', { name: 'Program', scopes: ['read'] });
    const token = {
      userId,
      name: 'Program',
      scopes: ['read'],
      expiresAt: null,
      workspaceIds: null,
      boardIds: null,
      allowedCidrs: null,
    };
    expect(await newestChange(organization)).toEqual([undefined, token]);
    await made(client, 'auth.tokens.revoke', { tokenId: (created.body as { id: string }).id });
    expect(await newestChange(organization)).toEqual([token, undefined]);
    const { id: directory } = await made(client, 'scim.tokens.create', { name: 'Okta' });
    expect(await newestChange(organization)).toEqual([
      undefined,
      { name: 'Okta', createdBy: userId, expiresAt: null },
    ]);
    await made(client, 'scim.tokens.revoke', { id: directory });
    expect((await newestChange(organization))[0]).toMatchObject({ name: 'Okta' });
  });

  it('single sign-on: certificates as fingerprints, the client secret omitted', async () => {
    const organization = await anOrganization();
    const { client } = organization.owner;
    const { certificate } = signingKey('provider');
    const settings = {
      type: 'saml',
      entityId: 'https://idp.example.com',
      ssoUrl: 'https://idp.example.com/sso',
      certificates: [certificate],
    };
    const { certificateDetails } = await made(client, 'sso.update', settings);
    expect((await newestChange(organization))[1]).toMatchObject({
      type: 'saml',
      entityId: 'https://idp.example.com',
      fingerprints: [certificateDetails[0].fingerprint],
      enforced: false,
    });
    await made(client, 'sso.update', { defaultRole: 'guest', domains: ['example.com'] });
    expect(await newestChange(organization)).toEqual([
      { defaultRole: 'member', domains: [] },
      { defaultRole: 'guest', domains: ['example.com'] },
    ]);
    const { id } = await made(client, 'sso.domains.add', { domain: 'example.com' });
    expect(await newestChange(organization)).toEqual([
      undefined,
      { domain: 'example.com', verifiedAt: null },
    ]);
    await made(client, 'sso.domains.remove', { id });
    await made(client, 'sso.delete', {});
    expect((await newestChange(organization))[0]).toMatchObject({ defaultRole: 'guest' });
  });

  it('a removed second factor', async () => {
    const { client, userId, organizationId, password } = await anAccount();
    const { sql } = await sharedApp();
    await sql.query(
      `insert into second_factors (user_id, sealed_key, started_at, enabled_at) values ($1, 'sealed', now(), now())`,
      [userId],
    );
    await sql.query(`insert into recovery_codes (user_id, digest) values ($1, '\\x01')`, [userId]);
    await made(client, 'auth.twoFactor.disable', { password });
    const { rows } = await sql.query('select action, details from audit_entries where organization_id = $1', [
      organizationId,
    ]);
    expect(rows).toEqual([
      {
        action: 'auth.twoFactor.disable',
        details: {
          input: { password: '[hidden]' },
          before: { isEnabled: true, recoveryCodesLeft: 1 },
          after: { isEnabled: false, recoveryCodesLeft: 0 },
        },
      },
    ]);
  });

  it('a created organization and a deleted one', async () => {
    const { client } = await anAccount();
    const { sql } = await sharedApp();
    const { id } = await made(client, 'organizations.create', { name: 'Second' });
    const told = async () => {
      const { rows } = await sql.query<{ details: { before?: object; after?: object } }>(
        'select details from audit_entries where organization_id = $1 order by at desc, id desc limit 1',
        [id],
      );
      return [rows[0]!.details.before, rows[0]!.details.after];
    };
    expect(await told()).toEqual([undefined, expect.objectContaining({ name: 'Second', timezone: 'UTC' })]);
    const there = client.as({ headers: { 'x-tenant-id': id, host: 'trestle.test' } });
    const { slug: its } = (await there.query('organizations.get')).data as { slug: string };
    await made(there, 'organizations.delete', { slug: its });
    expect(await told()).toEqual([expect.objectContaining({ name: 'Second', slug: its }), undefined]);
  });

  it('concurrent changes: each has as its before what the previous one left', async () => {
    const organization = await anOrganization();
    const { sql } = organization.app;
    const first = `Organization ${organization.slug}`;
    const names = Array.from({ length: 24 }, (_, at) => `Name ${at}`);
    await Promise.all(names.map((name) => made(organization.owner.client, 'organizations.update', { name })));
    const { rows } = await sql.query<{ before: string; after: string }>(
      `select details #>> '{before,name}' as before, details #>> '{after,name}' as after
       from audit_entries where organization_id = $1`,
      [organization.id],
    );
    const afterOf = new Map(rows.map(({ before, after }) => [before, after]));
    let name = first;
    const chain: string[] = [];
    while (afterOf.has(name)) chain.push((name = afterOf.get(name)!));
    expect(chain.toSorted()).toEqual(names.toSorted());
    expect((await organization.owner.client.query('organizations.get')).data.name).toBe(chain.at(-1));
  });
});
