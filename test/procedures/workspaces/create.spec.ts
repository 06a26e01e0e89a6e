import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';

describe('workspaces.create', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  it('200: creates an open workspace with an unused color and the caller as its admin', async () => {
    const { client, userId, name } = organization.owner;
    const { status, data } = await client.mutate('workspaces.create', { name: 'Engineering' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      name: 'Engineering',
      visibility: 'open',
      description: null,
      archivedAt: null,
    });
    expect(data.id).toMatch(/^wsp_[0-9A-Z]{26}$/);
    expect(data.color).toMatch(/^#[0-9A-F]{6}$/);
    expect(data.createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    const got = await client.query('workspaces.get', { id: data.id });
    expect(got.data.members).toEqual([{ userId, name, isServiceAccount: false, role: 'admin' }]);
    expect(got.data.projects).toEqual([]);
  });

  it('200: writes one event in the same transaction', async () => {
    const { data } = await organization.owner.client.mutate('workspaces.create', { name: 'Evented' });
    const { rows } = await organization.app.sql.query(
      `select type, actor_id, data from outbox where organization_id = $1 and data->'workspace'->>'id' = $2`,
      [organization.id, data.id],
    );
    expect(rows).toEqual([
      { type: 'workspace.created', actor_id: organization.owner.userId, data: { workspace: data } },
    ]);
  });

  it.each([
    ['a missing name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['an unknown key', { name: 'A', owner: 'me' }, 'owner'],
    ['an invalid color', { name: 'A', color: 'red' }, 'color'],
    ['an invalid visibility', { name: 'A', visibility: 'secret' }, 'visibility'],
    ['a NUL byte', { name: 'A\u0000B' }, 'name'],
    ['a lone surrogate', { name: 'A\ud800' }, 'name'],
    ['a name that is no text', { name: { toString: 'A' } }, 'name'],
  ])('400: %s', async (_what, input, path) => {
    const { status, error } = await organization.owner.client.mutate('workspaces.create', input);
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: -32600, data: { code: 'BAD_REQUEST', path: 'workspaces.create' } });
    expect(error!.data.issues!.map((issue) => issue.path)).toContain(path);
  });

  it('403: a member', async () => {
    const member = await organization.addMember('member');
    expect((await member.client.mutate('workspaces.create', { name: 'No' })).status).toBe(403);
  });

  it('200: one effect and one response for one Idempotency-Key', async () => {
    const { client } = organization.owner;
    const key = { 'idempotency-key': 'once' };
    const first = await client.mutate('workspaces.create', { name: 'Once' }, key);
    const again = await client.mutate('workspaces.create', { name: 'Once' }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await client.mutate('workspaces.create', { name: 'Twice' }, key);
    expect(other.status).toBe(409);
    const { data } = await client.query('workspaces.list', { search: 'once' });
    expect(data.workspaces).toHaveLength(1);
  });
});
