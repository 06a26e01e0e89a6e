import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { auditEntries } from '../../support/audit';
import { auditPartitions } from '../../support/audit-partitions';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

describe('audit.list', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });
  const call = (input: object = {}, client = organization.owner.client) => client.query('audit.list', input);
  const rename = (name: string, client = organization.owner.client) =>
    made(client, 'organizations.update', { name });

  it('200: who did what, with what, from where, and newest first', async () => {
    const one = await anOrganization();
    await rename('One', one.owner.client);
    const workspace = await aWorkspace({ organization: one });
    const [entry, ...others] = await auditEntries(one);
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_[0-9A-Z]{26}$/),
      action: 'workspaces.create',
      outcome: 'success',
      reason: null,
      actor: {
        id: one.owner.userId,
        name: one.owner.name,
        email: one.owner.email,
        isServiceAccount: false,
      },
      credential: { kind: 'token', id: expect.stringMatching(/^tok_/) },
      ip: '127.0.0.1',
      userAgent: 'lightMyRequest',
      target: workspace.id,
      details: {
        input: { name: 'Workspace', visibility: 'open' },
        after: {
          name: 'Workspace',
          description: null,
          color: workspace.record.color,
          icon: null,
          visibility: 'open',
          archivedAt: null,
        },
      },
      requestId: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    });
    expect(others.map(({ action, target }) => [action, target])).toEqual([['organizations.update', one.id]]);
  });

  it('200: page by page, none repeated and none skipped while others are added', async () => {
    const one = await anOrganization();
    for (let at = 0; at < 7; at += 1) await rename(`Name ${at}`, one.owner.client);
    const all = (await auditEntries(one)).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data } = await call({ limit: 3, cursor }, one.owner.client);
      seen.push(...data.entries.map(({ id }: { id: string }) => id));
      cursor = data.nextCursor as string | null;
      await rename('Meanwhile', one.owner.client);
    } while (cursor !== null);
    expect(seen).toEqual(all);
  });

  it('200: of one actor, of one action or an action prefix, between two times', async () => {
    const one = await anOrganization();
    const admin = await one.addMember('admin');
    await rename('By owner', one.owner.client);
    await rename('By admin', admin.client);
    const workspace = await aWorkspace({ organization: one, by: admin });
    const member = await one.addMember('member');
    const join = { workspaceId: workspace.id, userId: member.userId };
    await made(admin.client, 'workspaces.members.add', join);
    const actions = async (input: object) => (await auditEntries(one, input)).map(({ action }) => action);
    expect(await actions({ actor: admin.userId })).toEqual([
      'workspaces.members.add',
      'workspaces.create',
      'organizations.update',
    ]);
    expect(await actions({ action: 'organizations.update' })).toEqual([
      'organizations.update',
      'organizations.update',
    ]);
    expect(await actions({ action: 'workspaces.*' })).toEqual([
      'workspaces.members.add',
      'workspaces.create',
    ]);
    expect(await actions({ action: 'workspaces.members.*', actor: admin.userId })).toHaveLength(1);
    expect(await actions({ action: 'workspaces.members.*', actor: one.owner.userId })).toEqual([]);
    expect(await actions({ action: 'work.*' })).toEqual([]);
    const [newest, , , oldest] = await auditEntries(one);
    expect(await actions({ from: newest!.createdAt })).toContain('workspaces.members.add');
    expect(await actions({ to: oldest!.createdAt })).toContain('organizations.update');
    expect(await actions({ from: '2999-01-01T00:00:00Z' })).toEqual([]);
    expect(await actions({ to: '2001-01-01T00:00:00+02:00' })).toEqual([]);
  });

  it('200: of a target, of denied calls, from an address, and all filters together', async () => {
    const one = await anOrganization();
    const { client, userId } = one.owner;
    const member = await one.addMember('member');
    const [first, second] = [
      await aWorkspace({ organization: one }),
      await aWorkspace({ organization: one }),
    ];
    await made(client, 'workspaces.update', { id: first.id, name: 'Renamed' });
    expect((await member.client.mutate('workspaces.delete', { id: first.id })).status).toBe(403);
    await auditPartitions(one.app, 1);
    await one.app.sql.query(
      `insert into audit_entries (organization_id, id, at, action, outcome, target, actor_id, ip, request_id, details)
       values ($1, $2, now() - interval '1 hour', 'workspaces.update', 'success', $3, $4, '2001:db8::7', 'r', '{}')`,
      [one.id, newId('audit'), first.id, userId],
    );
    const actions = async (input: object) => (await auditEntries(one, input)).map(({ action }) => action);
    expect(await actions({ target: first.id })).toEqual([
      'workspaces.delete',
      'workspaces.update',
      'workspaces.create',
      'workspaces.update',
    ]);
    expect(await actions({ target: second.id })).toEqual(['workspaces.create']);
    expect(await actions({ outcome: 'failure' })).toEqual(['workspaces.delete']);
    expect(await actions({ target: first.id, outcome: 'success' })).toHaveLength(3);
    expect(await actions({ ip: '2001:db8::7' })).toEqual(['workspaces.update']);
    expect(await actions({ ip: '127.0.0.1', action: 'workspaces.update' })).toEqual(['workspaces.update']);
    const { data } = await call({ target: first.id, limit: 2 }, client);
    expect(await actions({ target: first.id, cursor: data.nextCursor })).toEqual([
      'workspaces.create',
      'workspaces.update',
    ]);
    const all = {
      actor: userId,
      action: 'workspaces.*',
      target: first.id,
      outcome: 'success',
      ip: '127.0.0.1',
    };
    expect(await actions({ ...all, from: '2001-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' })).toEqual([
      'workspaces.update',
      'workspaces.create',
    ]);
    expect(await actions({ ...all, actor: member.userId })).toEqual([]);
  });

  it('200: an unknown actor has no entries', async () => {
    const stranger = (await anOrganization()).owner;
    expect(await auditEntries(organization, { actor: stranger.userId })).toEqual([]);
    expect(await auditEntries(organization, { actor: newId('user') })).toEqual([]);
  });

  it('200: nothing of other organizations', async () => {
    const [one, other] = [await anOrganization(), await anOrganization()];
    await rename('Other', other.owner.client);
    expect(await auditEntries(one)).toEqual([]);
  });

  it('200: the name and address that the actor had then', async () => {
    const one = await anOrganization();
    const { userId, name, email } = one.owner;
    await rename('First', one.owner.client);
    await one.app.sql.query(`update users set name = 'Renamed' where id = $1`, [userId]);
    const [entry] = await auditEntries(one);
    expect(entry!.actor).toEqual({ id: userId, name, email, isServiceAccount: false });
  });

  it('400: names the field', async () => {
    const foreign = await anOrganization();
    await rename('Foreign', foreign.owner.client);
    const [theirs] = await auditEntries(foreign);
    for (const [path, value] of [
      ['cursor', newId('audit')],
      ['cursor', theirs!.id],
      ['limit', 0],
      ['limit', 201],
      ['actor', 'me'],
      ['action', 'auth.%'],
      ['action', '*'],
      ['target', "wsp_' or true --"],
      ['target', 7],
      ['outcome', 'denied'],
      ['ip', '127.0.0.1/8'],
      ['ip', 'localhost'],
      ['from', 'yesterday'],
      ['to', 1],
    ] as const) {
      expect(refusedPaths(await call({ [path]: value }))).toEqual([path]);
    }
  });

  it('401: without a credential', async () => {
    expect((await call({}, organization.owner.client.as({ token: '' }))).status).toBe(401);
  });

  it('403: for members and guests, and without the scope admin', async () => {
    for (const role of ['member', 'guest'] as const) {
      expect((await call({}, (await organization.addMember(role)).client)).status).toBe(403);
    }
    const others = await organization.tokenFor(organization.owner, ['read', 'write', 'delete', 'webhooks']);
    expect((await call({}, others)).status).toBe(403);
  });
});
