import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { sharedApp, type TestApp } from '../../../support/app';
import { auditEntries } from '../../../support/audit';
import type { WireAnswer, WireClient } from '../../../support/client';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { aServiceAccount } from '../../../support/factories/service-account.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../../support/refusals';

const name = (verb: string) => `organizations.serviceAccounts.${verb}`;
const DAY_MS = 86_400_000;

describe('organizations.serviceAccounts', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let owner: TestMember;
  beforeAll(async () => {
    app = await sharedApp();
  });
  beforeEach(async () => {
    organization = await anOrganization({ app });
    owner = organization.owner;
  });
  const idsOf = ({ data }: WireAnswer, noun = 'serviceAccounts') =>
    data[noun].map(({ id }: { id: string }) => id) as string[];
  const createToken = (client: WireClient, id: string, input: object = {}) =>
    client.mutate(name('createToken'), { serviceAccountId: id, name: 'CI', scopes: ['read'], ...input });

  describe('create, list, update and delete', () => {
    it('200: a member without an address, which members.list shows as such', async () => {
      const admin = await organization.addMember('admin');
      let created: WireAnswer['data'];
      const events = await eventsDuring(organization, async () => {
        created = await made(admin.client, name('create'), { name: 'Deployment' });
      });
      expect(created).toEqual({
        id: expect.stringMatching(/^usr_/),
        name: 'Deployment',
        avatar: null,
        isServiceAccount: true,
        role: 'member',
        status: 'active',
        joinedAt: expect.any(String),
        lastActiveAt: null,
        updatedAt: expect.any(String),
      });
      expect(events.map(({ type }) => type)).toEqual(['member.joined']);
      const marked = { ...created, email: '' };
      const list = (input: object) => owner.client.query('organizations.members.list', input);
      expect((await list({ isServiceAccount: true })).data.members).toEqual([marked]);
      expect(idsOf(await list({ isServiceAccount: false }), 'members')).toEqual([owner.userId, admin.userId]);
      expect(
        (await owner.client.query('organizations.members.get', { userId: created.id })).data,
      ).toMatchObject({
        ...marked,
        signInMethods: [],
        sessions: [],
      });
      const [entry] = await auditEntries(organization, { action: name('create') });
      expect(entry).toMatchObject({
        target: created.id,
        actor: { id: admin.userId, isServiceAccount: false },
        details: { after: { name: 'Deployment', role: 'member', status: 'active' } },
      });
    });

    it('200: list by name and by pages, without people and other organizations', async () => {
      await aServiceAccount(await anOrganization({ app }));
      const first = await aServiceAccount(organization, { name: 'Build' });
      const second = await aServiceAccount(organization, { name: 'Deployment' });
      const page = await owner.client.query(name('list'), { limit: 1 });
      expect(idsOf(page)).toEqual([first.id]);
      const next = await owner.client.query(name('list'), { limit: 1, cursor: page.data.nextCursor });
      expect([idsOf(next), next.data.nextCursor]).toEqual([[second.id], null]);
      expect(idsOf(await owner.client.query(name('list'), { search: 'deploy' }))).toEqual([second.id]);
    });

    it('409: update of a version that is not the last one', async () => {
      const { id } = await aServiceAccount(organization);
      const update = (input: object) => owner.client.mutate(name('update'), { id, ...input });
      const { data: first } = await update({ name: 'Build' });
      const second = await update({ name: 'Deployment', expectedUpdatedAt: first.updatedAt });
      expect(second.status).toBe(200);
      expect(Date.parse(second.data.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
      expect((await update({ name: 'Late', expectedUpdatedAt: first.updatedAt })).status).toBe(409);
    });

    it('200: update renames it, with the old name in the audit log', async () => {
      const { id } = await aServiceAccount(organization);
      const events = await eventsDuring(organization, async () => {
        expect(await made(owner.client, name('update'), { id, name: 'Build' })).toMatchObject({
          id,
          name: 'Build',
        });
      });
      expect(events.map(({ type, data }) => [type, data])).toEqual([
        ['member.renamed', { userId: id, name: 'Build' }],
      ]);
      const [entry] = await auditEntries(organization, { action: name('update') });
      expect(entry!.details).toMatchObject({ before: { name: 'CI' }, after: { name: 'Build' } });
    });

    it('200: deactivated, its tokens do not work until it is reactivated; deleted, never again', async () => {
      const { id, client } = await aServiceAccount(organization);
      const status = async () => (await client.query('workspaces.list')).status;
      expect(await status()).toBe(200);
      await made(owner.client, 'organizations.members.deactivate', { userId: id });
      expect(await status()).toBe(401);
      await made(owner.client, 'organizations.members.reactivate', { userId: id });
      expect(await status()).toBe(200);
      expect(await made(owner.client, name('delete'), { id })).toEqual({ success: true });
      expect(await status()).toBe(401);
      expect(idsOf(await owner.client.query(name('list')))).toEqual([]);
    });

    it('400: a missing or long name, an unknown role', async () => {
      expect(refusedPaths(await owner.client.mutate(name('create'), {}))).toEqual(['name']);
      const input = { name: 'x'.repeat(101), role: 'robot' };
      expect(refusedPaths(await owner.client.mutate(name('create'), input))).toEqual(['name', 'role']);
    });

    it('400: more than 1,000, deactivated ones included; a deleted one makes room', async () => {
      const { id } = await aServiceAccount(organization);
      const ids = Array.from({ length: 999 }, () => newId('user'));
      await app.sql.query(
        `with created as (
           insert into users (id, name, email, email_key, is_service_account, created_at, updated_at)
           select id, 'Old', '', 'service:' || id, true, now(), now() from unnest($2::text[]) id returning id)
         insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
         select $1, id, 'member', 'deactivated', now(), now(), now() from created`,
        [organization.id, ids],
      );
      const create = () => owner.client.mutate(name('create'), { name: 'One more' });
      const { status, error } = await create();
      expect([status, error!.message]).toEqual([
        400,
        'An organization can have at most 1000 service accounts',
      ]);
      await made(owner.client, name('delete'), { id });
      expect((await create()).status).toBe(200);
    });

    it('403: members and guests; an owner as a role; admins by anyone but the owner', async () => {
      const { id } = await aServiceAccount(organization);
      for (const role of ['member', 'guest'] as const) {
        const { client } = await organization.addMember(role);
        expect((await client.query(name('list'))).status).toBe(403);
        expect((await client.mutate(name('create'), { name: 'CI' })).status).toBe(403);
        expect((await client.mutate(name('update'), { id, name: 'CI' })).status).toBe(403);
        expect((await client.mutate(name('delete'), { id })).status).toBe(403);
        expect((await createToken(client, id)).status).toBe(403);
      }
      const { client: admin } = await organization.addMember('admin');
      expect((await owner.client.mutate(name('create'), { name: 'CI', role: 'owner' })).status).toBe(403);
      expect((await admin.mutate(name('create'), { name: 'CI', role: 'admin' })).status).toBe(403);
      const { id: strong } = await aServiceAccount(organization, { role: 'admin' });
      expect((await admin.mutate(name('update'), { id: strong, name: 'CI' })).status).toBe(403);
      expect((await admin.mutate(name('delete'), { id: strong })).status).toBe(403);
      expect((await createToken(admin, strong)).status).toBe(403);
      expect(idsOf(await owner.client.query(name('list')))).toEqual([id, strong]);
    });

    it('404: a person, and a service account of another organization', async () => {
      const { userId } = await organization.addMember();
      const { id: foreign } = await aServiceAccount(await anOrganization({ app }));
      for (const id of [userId, foreign])
        for (const [verb, input] of [
          ['update', { name: 'CI' }],
          ['delete', {}],
        ] as const)
          await expectHidden(id, (each) => owner.client.mutate(name(verb), { id: each, ...input }));
      await expectHidden(userId, (id) => createToken(owner.client, id));
      expect((await owner.client.query('organizations.members.get', { userId })).status).toBe(200);
    });
  });

  describe('createToken', () => {
    it('200: shows the secret once; the token acts as the service account', async () => {
      const workspace = await aWorkspace({ organization, visibility: 'closed' });
      const { id, client } = await aServiceAccount(organization);
      expect(idsOf(await client.query('workspaces.list'), 'workspaces')).toEqual([]);
      await made(owner.client, 'workspaces.members.add', {
        workspaceId: workspace.id,
        userId: id,
        role: 'member',
      });
      expect(idsOf(await client.query('workspaces.list'), 'workspaces')).toEqual([workspace.id]);
      expect((await client.query('auth.me')).data).toMatchObject({
        id,
        email: '',
        isServiceAccount: true,
        memberships: [{ organizationId: organization.id, role: 'member' }],
      });
      const input = { workspaceIds: [workspace.id], allowedCidrs: ['127.0.0.0/8'], expiresIn: '30d' };
      const { data } = await createToken(owner.client, id, input);
      expect(data).toMatchObject({
        token: expect.stringMatching(/^svc_pat_/),
        workspaceIds: [workspace.id],
        allowedCidrs: ['127.0.0.0/8'],
        expiresAt: expect.any(String),
      });
      const list = await owner.client.query('organizations.tokens.list', { userId: id });
      expect(list.data.tokens).toMatchObject([
        { owner: { userId: id, name: 'CI', email: '', isServiceAccount: true } },
        { id: data.id, workspaceIds: [workspace.id] },
      ]);
      expect(JSON.stringify(list.body)).not.toContain(data.token);
      const entries = await auditEntries(organization, { action: name('createToken') });
      expect(entries[0]).toMatchObject({
        target: data.id,
        actor: { id: owner.userId },
        details: { after: { userId: id, name: 'CI', scopes: ['read'] } },
      });
      expect(JSON.stringify(entries)).not.toContain('svc_pat_');
      await made(owner.client, 'organizations.tokens.revoke', { id: data.id });
    });

    it('200: it is the actor in the audit log, marked as such', async () => {
      const { id, client } = await aServiceAccount(organization, { role: 'admin' });
      await made(client, 'organizations.update', { name: 'Renamed' });
      const [entry] = await auditEntries(organization, { action: 'organizations.update' });
      expect(entry!.actor).toEqual({ id, name: 'CI', email: '', isServiceAccount: true });
    });

    it('400: a longer lifetime than the organization allows', async () => {
      const { id } = await aServiceAccount(organization);
      await made(owner.client, 'organizations.update', { maxTokenLifetimeDays: 30 });
      expect(refusedPaths(await createToken(owner.client, id))).toEqual(['expiresIn']);
      expect(refusedPaths(await createToken(owner.client, id, { expiresIn: '31d' }))).toEqual(['expiresIn']);
      expect((await createToken(owner.client, id, { expiresIn: '30d' })).status).toBe(200);
    });

    it('403: a token gives no more than it has: scopes, lifetime, addresses, places', async () => {
      const { id } = await aServiceAccount(organization);
      const workspace = await aWorkspace({ organization });
      const limited = async (limits: object) => {
        const input = { name: 'Limited', scopes: ['read', 'admin'], ...limits };
        const { token } = await made(owner.client, 'auth.tokens.create', input);
        return owner.client.as({ token });
      };
      const short = await limited({ expiresIn: '2d' });
      expect((await createToken(short, id, { scopes: ['write'] })).status).toBe(403);
      expect((await createToken(short, id, { expiresIn: '3d' })).status).toBe(403);
      const { data } = await createToken(short, id);
      expect(Date.parse(data.expiresAt)).toBeLessThan(Date.parse(data.createdAt) + 2 * DAY_MS);
      const near = await limited({ allowedCidrs: ['127.0.0.1'] });
      expect((await createToken(near, id)).data.allowedCidrs).toEqual(['127.0.0.1']);
      expect((await createToken(near, id, { allowedCidrs: ['127.0.0.0/8'] })).status).toBe(403);
      const inside = await limited({ workspaceIds: [workspace.id] });
      for (const answer of [
        await createToken(inside, id),
        await inside.mutate(name('create'), { name: 'CI' }),
      ])
        expect([answer.status, answer.error!.data]).toMatchObject([403, { reason: 'token_limited' }]);
    });

    it('404: a workspace that does not exist', async () => {
      const { id } = await aServiceAccount(organization);
      const foreign = await aWorkspace({ organization: await anOrganization({ app }) });
      await expectHidden(foreign.id, (each) => createToken(owner.client, id, { workspaceIds: [each] }));
    });
  });
});
