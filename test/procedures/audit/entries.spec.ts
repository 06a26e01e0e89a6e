import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { AuditTrail } from '../../../src/access/audit/audit-trail';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';
import { auditEntries, type ShownAuditEntry } from '../../support/audit';
import { aBoard } from '../../support/factories/board.factory';
import { anAccount } from '../../support/factories/account.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';

const looks = (entries: ShownAuditEntry[]) =>
  entries.map(({ action, outcome, reason, target }) => [action, outcome, reason, target]);

describe('calls that write an audit entry', () => {
  it('the administrative procedures, and no others', async () => {
    const registry = (await sharedApp()).nest.get(ProcedureRegistry, { strict: false });
    const audited = registry.all().filter(({ isAudited }) => isAudited);
    expect(audited.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'auth.tokens.revoke',
        'boards.delete',
        'boards.export',
        'organizations.create',
        'organizations.update',
        'projects.delete',
        'trash.purge',
        'workspaces.archive',
        'workspaces.create',
        'workspaces.delete',
        'workspaces.members.add',
        'workspaces.members.remove',
        'workspaces.members.updateRole',
        'workspaces.restore',
        'workspaces.update',
      ]),
    );
    // Work on items is the activity log's, which every member reads.
    expect(audited.filter(({ name }) => /^(items|columns|views|templates)\./.test(name))).toEqual([]);
  });

  it('one per call, with its input and target', async () => {
    const board = await aBoard();
    const { organization, project, workspace } = board;
    const { client } = organization.owner;
    const itemId = await anItem(board);
    await made(client, 'items.delete', { id: itemId });
    await made(client, 'trash.purge', { ids: [itemId] });
    expect((await client.query('boards.export', { id: board.id, format: 'csv' })).status).toBe(200);
    expect((await client.request('GET', `/api/boards/${board.id}/export?format=csv`)).status).toBe(200);
    await made(client, 'boards.delete', { id: board.id });
    await made(client, 'projects.delete', { id: project.id });
    await made(client, 'workspaces.archive', { id: workspace.id });
    await made(client, 'workspaces.delete', { id: workspace.id });
    const entries = await auditEntries(organization);
    expect(looks(entries)).toEqual([
      ['workspaces.delete', 'success', null, workspace.id],
      ['workspaces.archive', 'success', null, workspace.id],
      ['projects.delete', 'success', null, project.id],
      ['boards.delete', 'success', null, board.id],
      ['boards.export.download', 'success', null, board.id],
      ['boards.export', 'success', null, board.id],
      ['trash.purge', 'success', null, null],
      ['workspaces.create', 'success', null, workspace.id],
    ]);
    expect(entries[6]!.details).toEqual({
      input: { ids: [itemId] },
      before: { names: { [itemId]: 'Item' } },
    });
  });

  it('tokens: created by the HTTP route, revoked; never their secrets', async () => {
    const { client } = await anAccount();
    const created = await client.request('POST', '/api/auth/tokens', {
      name: 'Program',
      scopes: ['read', 'admin'],
      expiresIn: '90d',
    });
    const { id, token } = created.body as { id: string; token: string };
    await made(client, 'auth.tokens.revoke', { tokenId: id });
    const { data, bytes } = await client.query('audit.list', {});
    expect(looks(data.entries)).toEqual([
      ['auth.tokens.revoke', 'success', null, id],
      ['auth.tokens.create', 'success', null, id],
    ]);
    expect(data.entries[1].details).toMatchObject({
      input: { name: 'Program', scopes: ['read', 'admin'], expiresIn: '90d' },
    });
    expect(data.entries[1].credential).toEqual({ kind: 'session', id: expect.stringMatching(/^ses_/) });
    expect(bytes.includes(token)).toBe(false);
  });

  it('organizations.create: in the organization that it creates', async () => {
    const { client } = await anAccount();
    const { id } = await made(client, 'organizations.create', { name: 'Second' });
    const { sql } = await sharedApp();
    const { rows } = await sql.query('select action, target from audit_entries where organization_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ action: 'organizations.create', target: id }]);
  });

  it('denied calls: by scope, by role, for missing records and for conflicts', async () => {
    const workspace = await aWorkspace();
    const { organization } = workspace;
    const { owner } = organization;
    const member = await workspace.addMember('member');
    const guest = await organization.addMember('guest');
    const missing = newId('workspace');
    const reader = await organization.tokenFor(owner, ['read']);
    const join = { workspaceId: workspace.id, userId: member.userId };
    const calls = [
      [reader, 'organizations.update', { name: 'No' }, 403],
      [member.client, 'organizations.update', { name: 'No' }, 403],
      [guest.client, 'workspaces.create', { name: 'No' }, 403],
      [owner.client, 'workspaces.delete', { id: missing }, 404],
      [owner.client, 'workspaces.members.add', join, 409],
      [member.client, 'workspaces.members.remove', join, 403],
    ] as const;
    const before = (await auditEntries(organization)).length;
    for (const [client, name, input, status] of calls) {
      expect([name, (await client.mutate(name, input)).status]).toEqual([name, status]);
    }
    const entries = await auditEntries(organization);
    expect(looks(entries.slice(0, entries.length - before).toReversed())).toEqual([
      ['organizations.update', 'failure', 'forbidden', null],
      ['organizations.update', 'failure', 'forbidden', null],
      ['workspaces.create', 'failure', 'forbidden', null],
      ['workspaces.delete', 'failure', 'not_found', missing],
      ['workspaces.members.add', 'failure', 'conflict', member.userId],
      ['workspaces.members.remove', 'failure', 'forbidden', member.userId],
    ]);
    expect(entries[0]!.actor!.id).toBe(member.userId);
  });

  it('none: reads, work, invalid input, and calls by strangers', async () => {
    const workspace = await aWorkspace();
    const { organization } = workspace;
    const { client } = organization.owner;
    const before = (await auditEntries(organization)).length;
    const stranger = (await anOrganization()).owner.client.as({ slug: organization.slug });
    await client.query('workspaces.get', { id: workspace.id });
    await made(client, 'projects.create', { workspaceId: workspace.id, name: 'Project' });
    expect((await client.mutate('workspaces.create', { name: '' })).status).toBe(400);
    expect((await client.as({ token: '' }).mutate('workspaces.create', { name: 'No' })).status).toBe(401);
    expect((await stranger.mutate('workspaces.create', { name: 'No' })).status).toBe(401);
    expect((await auditEntries(organization)).length).toBe(before);
  });

  it('a batch: one per call, including failed calls', async () => {
    const { owner, ...organization } = await anOrganization();
    const missing = newId('workspace');
    const answer = await owner.client.request(
      'POST',
      '/api/trpc/workspaces.create,workspaces.delete,workspaces.create?batch=1',
      { 0: { json: { name: 'One' } }, 1: { json: { id: missing } }, 2: { json: { name: 'Two' } } },
    );
    expect(answer.status).toBe(207);
    const entries = await auditEntries({ ...organization, owner });
    expect(entries.map(({ action, outcome, details }) => [action, outcome, details['input']])).toEqual([
      ['workspaces.create', 'success', { name: 'Two', visibility: 'open' }],
      ['workspaces.delete', 'failure', undefined],
      ['workspaces.create', 'success', { name: 'One', visibility: 'open' }],
    ]);
    expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('an Idempotency-Key: none for replays', async () => {
    const organization = await anOrganization();
    const { client } = organization.owner;
    const key = { 'idempotency-key': 'once' };
    const first = await client.mutate('workspaces.create', { name: 'Once' }, key);
    const second = await client.mutate('workspaces.create', { name: 'Once' }, key);
    expect([first.status, second.status, second.data.id]).toEqual([200, 200, first.data.id]);
    expect(looks(await auditEntries(organization))).toEqual([
      ['workspaces.create', 'success', null, first.data.id],
    ]);
  });

  it('a change whose entry cannot be written is rolled back', async () => {
    const workspace = await aWorkspace();
    const { organization } = workspace;
    const { sql } = organization.app;
    await sql.query(
      `alter table audit_entries add constraint audit_entries_refused_in_test
         check (organization_id <> '${organization.id}') not valid`,
    );
    try {
      const { status } = await organization.owner.client.mutate('workspaces.update', {
        id: workspace.id,
        name: 'Unrecorded',
      });
      expect(status).toBe(500);
    } finally {
      await sql.query('alter table audit_entries drop constraint audit_entries_refused_in_test');
    }
    const { data } = await organization.owner.client.query('workspaces.get', { id: workspace.id });
    expect(data.name).toBe('Workspace');
  });

  it('a flood of denied calls: ten, and one that counts the others', async () => {
    const organization = await anOrganization();
    const member = await organization.addMember('member');
    for (let at = 0; at < 25; at += 1) {
      expect((await member.client.mutate('workspaces.create', { name: 'No' })).status).toBe(403);
    }
    expect(await auditEntries(organization)).toHaveLength(10);
    const trail = organization.app.nest.get(AuditTrail, { strict: false }) as unknown as {
      flush(all: boolean): Promise<void>;
    };
    await trail.flush(true);
    const [last, ...others] = await auditEntries(organization);
    expect([others.length, last!.details['count'], last!.outcome]).toEqual([10, 15, 'failure']);
  });
});
