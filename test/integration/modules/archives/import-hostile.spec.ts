import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceAccountKey } from '../../../../src/kernel/email-key';
import { newId } from '../../../../src/kernel/ids';
import { SERVICE_ACCOUNTS_MAX } from '../../../../src/modules/members';
import { startApp, type TestApp } from '../../../support/app';
import {
  archived,
  type EditedArchive,
  editRecords,
  partsOf,
  recordsIn,
  repack,
} from '../../../support/archives';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { imported, tokensCopied } from '../../../support/organization-moves';
import { aSampleWorld, type SampleWorld } from '../../../support/sample-world';

type Row = Record<string, unknown>;

const SCRIPT = '<p>Rich</p><script>alert(1)</script><a href="javascript:alert(1)">x</a>';
const CALLS_SCRIPT = 'javascript:alert(1)';

describe('the import of a hostile archive', () => {
  let from: TestApp;
  let world: SampleWorld;
  let full: TestBoard;
  let itemId: string;
  let directory: string;
  let original: EditedArchive;

  beforeAll(async () => {
    from = await startApp({ ROLES: 'api' });
    directory = mkdtempSync(join(tmpdir(), 'trestle-hostile-'));
    world = await aSampleWorld({ app: from });
    const { organization, board } = world;
    const { client } = organization.owner;
    full = await aBoard({
      workspace: board.workspace,
      project: board.project,
      columns: [
        { name: 'Text', type: 'long_text' },
        { name: 'State', type: 'status' },
        { name: 'Number', type: 'number' },
        { name: 'Double', type: 'formula', config: { expression: '{Number} * 2' } },
        { name: 'Again', type: 'formula', config: { expression: '{Double} * 2' } },
      ],
    });
    await client.mutate('columns.update', { id: full.column('Text'), defaultValue: '<p>Rich</p>' });
    itemId = await anItem(full, { values: { [full.column('Number')]: 1 } });
    await made(client, 'templates.create', { boardId: full.id, name: 'With a text' });
    await made(client, 'views.create', { boardId: full.id, name: 'A view', layout: 'table' });
    const file = join(directory, 'organization.zip');
    const manifest = await archived(organization, file);
    original = { parts: await partsOf(file), manifest };
  }, 120_000);
  afterAll(async () => {
    await from?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const changed = (edit: (edited: EditedArchive) => void) =>
    repack(join(directory, 'changed.zip'), original, edit);
  const every = (table: string, edit: (row: Row) => void) =>
    changed(({ parts }) => editRecords(parts, table, (rows) => rows.forEach((row) => edit(row))));
  const one = (table: string, id: string, edit: (row: Row) => void) =>
    every(table, (row) => row['id'] === id && edit(row));
  const column = (name: string, edit: (row: Row) => void) => one('columns', full.column(name), edit);

  describe('is rejected', () => {
    let to: TestApp;
    beforeAll(async () => {
      to = await startApp({ ROLES: 'api' });
    });
    afterAll(() => to?.close());

    const CASES: [string, string, () => Promise<string>][] = [
      [
        'ids of users in another spelling, which would not be replaced',
        'no installation has written',
        () =>
          changed(({ parts }) => {
            const name = 'records/members.jsonl';
            const text = parts
              .get(name)!
              .toString('utf8')
              .replaceAll('"usr_', String.raw`"\u0075sr_`);
            parts.set(name, Buffer.from(text));
          }),
      ],
      [
        'a color that is a style',
        'settings that its type does not have',
        () =>
          column('State', (row) => {
            (row['config'] as { labels: Row[] }).labels[0]!['color'] = 'red;background:url(//evil.example)';
          }),
      ],
      [
        'a label whose id is markup',
        'settings that its type does not have',
        () =>
          column('State', (row) => {
            (row['config'] as { labels: Row[] }).labels[0]!['id'] = '<img src=x onerror=alert(1)>';
          }),
      ],
      [
        'a setting that no column has',
        'settings that its type does not have',
        () => column('Number', (row) => void (row['config'] = { evil: true })),
      ],
      [
        'a formula that is no text',
        'settings that its type does not have',
        () => column('Double', (row) => void (row['config'] = { expression: 7 })),
      ],
      [
        'a default value of another type',
        'settings that its type does not have',
        () => column('Number', (row) => void (row['default_value'] = { $ne: 1 })),
      ],
      [
        'formulas that are computed from each other',
        'computed from itself',
        () =>
          column('Double', (row) => {
            (row['config'] as Row)['expression'] = `{${full.column('Again')}}`;
          }),
      ],
      [
        'a long text that is too long',
        'value of another type',
        () =>
          one('items', itemId, (row) => {
            (row['values'] as Row)[full.column('Text')] = 'x'.repeat(100_001);
          }),
      ],
      [
        'an item that is its own parent',
        'parent_id',
        () => one('items', itemId, (row) => void (row['parent_id'] = itemId)),
      ],
      [
        'a time zone that stops the sweeps of all organizations',
        'timezone',
        () => every('organizations', (row) => void (row['timezone'] = 'Mars/Olympus')),
      ],
      [
        'an avatar that is a script',
        'avatar',
        () => every('users', (row) => void (row['avatar'] = CALLS_SCRIPT)),
      ],
      [
        'an address with headers',
        'email',
        () =>
          every('users', (row) => {
            row['email'] = `x\r\nBcc: everyone@example.com ${String(row['id'])}`;
            row['email_key'] = (row['email'] as string).toLowerCase();
          }),
      ],
      ['a color of a workspace', 'color', () => every('workspaces', (row) => void (row['color'] = 'red;'))],
      ['a color of a group', 'color', () => every('groups', (row) => void (row['color'] = 'url(//evil)'))],
      [
        'a form that leads to a script',
        'settings.redirectUrl',
        () => every('forms', (row) => void ((row['settings'] as Row)['redirectUrl'] = CALLS_SCRIPT)),
      ],
      [
        'a form with a pattern',
        'pattern',
        () =>
          every('forms', (row) => {
            (row['schema'] as { components: Row[] }).components[0]!['validate'] = { pattern: '(a+)+$' };
          }),
      ],
      [
        'a template with a style',
        'content',
        () =>
          every('templates', (row) => {
            for (const board of (row['content'] as { boards: { columns: Row[] }[] }).boards)
              board.columns[0]!['width'] = '1px;position:fixed';
          }),
      ],
      [
        'a webhook to a file',
        'url',
        () => every('webhooks', (row) => void (row['url'] = 'file:///etc/passwd')),
      ],
      [
        'a webhook of an unknown event',
        'events',
        () => every('webhooks', (row) => void (row['events'] = ['*'])),
      ],
      [
        'an automation with an unknown action',
        'actions',
        () =>
          every('automations', (row) => void (row['actions'] = [{ type: 'exec', config: { run: 'id' } }])),
      ],
      [
        'conditions that are none',
        'filters',
        () => every('views', (row) => void (row['filters'] = [{ columnId: "'; drop table items; --" }])),
      ],
      [
        'a media type with headers',
        'type',
        () => every('files', (row) => void (row['type'] = 'text/html\r\nSet-Cookie: x=y')),
      ],
      [
        'a file of a negative size',
        'size_bytes',
        () => every('files', (row) => void (row['size_bytes'] = -1e15)),
      ],
      [
        'a time that JavaScript does not know',
        'created_at',
        () => every('boards', (row) => void (row['created_at'] = 'infinity')),
      ],
      [
        'the last number of an event',
        'without a number',
        () => every('webhooks', (row) => void (row['enabled_after_sequence'] = Number.MAX_SAFE_INTEGER)),
      ],
      [
        'a certificate that is none',
        'certificates',
        () => every('sso_connections', (row) => void (row['certificates'] = ['none'])),
      ],
      [
        'an address for sign-ins that is a script',
        'sso_url',
        () => every('sso_connections', (row) => void (row['sso_url'] = CALLS_SCRIPT)),
      ],
    ];

    it('for each value that no call has written', async () => {
      const found: [string, string][] = [];
      for (const [name, message, make] of CASES) {
        const problem = await imported(to, await make(), { isDryRun: true }).then(
          () => 'is imported',
          (error: Error) => error.message,
        );
        if (!problem.includes(message)) found.push([name, problem]);
      }
      expect(found).toEqual([]);
      const { rows } = await to.sql.query('select from organizations');
      expect(rows).toEqual([]);
    }, 120_000);
  });

  it('is the original, which can be imported', async () => {
    const to = await startApp({ ROLES: 'api' });
    try {
      await imported(to, await changed(() => undefined), { isDryRun: true });
    } finally {
      await to.close();
    }
  });

  it('has no more service accounts than an organization can have', async () => {
    const to = await startApp({ ROLES: 'api' });
    try {
      const users = recordsIn(original.parts, 'users');
      const service = users.find((row) => row['is_service_account'] === true)!;
      const existing = users.filter((row) => row['is_service_account'] === true).length;
      const member = recordsIn(original.parts, 'members').find((row) => row['user_id'] === service['id'])!;
      const ids: string[] = Array.from({ length: SERVICE_ACCOUNTS_MAX + 1 - existing }, () => newId('user'));
      const withAccounts = (added: readonly string[]) =>
        changed(({ parts }) => {
          const user = (id: string) => ({ ...service, id, email_key: serviceAccountKey(id) });
          // Deactivated ones count as well.
          const deactivated = (id: string) => ({ ...member, user_id: id, status: 'deactivated' });
          editRecords(parts, 'users', (rows) => void rows.push(...added.map(user)));
          editRecords(parts, 'members', (rows) => void rows.push(...added.map(deactivated)));
        });
      await imported(to, await withAccounts(ids.slice(1)), { isDryRun: true });
      await expect(imported(to, await withAccounts(ids))).rejects.toThrow(
        `records/users.jsonl has ${ids.at(-1)}: an organization can have at most ${SERVICE_ACCOUNTS_MAX} service accounts`,
      );
      expect((await to.sql.query('select from organizations')).rows).toEqual([]);
    } finally {
      await to.close();
    }
  }, 60_000);

  it('gives new items and boards no default value with a script, and files their real name and size', async () => {
    const to = await startApp({ ROLES: 'api' });
    try {
      const file = await changed(({ parts }) => {
        editRecords(parts, 'columns', (rows) => {
          for (const row of rows) if (row['id'] === full.column('Text')) row['default_value'] = SCRIPT;
        });
        editRecords(parts, 'templates', (rows) => {
          for (const { content } of rows)
            for (const { columns } of (content as { boards: { columns: Row[] }[] }).boards)
              for (const each of columns) if (each['type'] === 'long_text') each['defaultValue'] = SCRIPT;
        });
        editRecords(parts, 'forms', (rows) => {
          for (const { schema } of rows)
            (schema as { components: Row[] }).components[0]!['refreshOnChange'] = SCRIPT;
        });
        editRecords(parts, 'files', (rows) => {
          for (const row of rows) Object.assign(row, { name: '../../etc/\u202Egnp.exe', size_bytes: 0 });
        });
      });
      await imported(to, file);
      await tokensCopied(from, to, world.organization.id);
      const here = world.organization.owner.client.at(to);
      const item = await made(here, 'items.create', {
        boardId: full.id,
        groupId: full.groupIds[0],
        name: 'New',
      });
      expect(JSON.stringify(item)).toContain('<p>Rich</p>');
      const templates = await here.query('templates.list', {});
      const named = (templates.data.templates as Row[]).find(({ name }) => name === 'With a text')!;
      const board = await made(here, 'boards.create', {
        projectId: world.board.project.id,
        name: 'From a template',
        templateId: named['id'],
      });
      expect(JSON.stringify(board)).toContain('<p>Rich</p>');
      expect(JSON.stringify([item, board])).not.toMatch(/<script|javascript:/);
      const { rows } = await to.sql.query(
        `select (select string_agg(schema::text, '') from forms) as forms, (select array_agg(distinct name) from files) as names,
           (select sum(size_bytes)::int from file_usage) as used`,
      );
      const used = original.manifest.files.bytes;
      expect(used).toBeGreaterThan(0);
      expect(rows).toEqual([
        { forms: expect.not.stringContaining('refreshOnChange'), names: ['gnp.exe'], used },
      ]);
    } finally {
      await to.close();
    }
  });

  it('gives no power over accounts whose ids it names as former members, and does not show them', async () => {
    const to = await startApp({ ROLES: 'api' });
    try {
      const other = await anOrganization({ app: to });
      const victim = await other.addMember('member');
      await other.owner.client.mutate('organizations.members.remove', { userId: victim.userId });
      const file = await changed(({ parts }) => {
        const [owner] = recordsIn(parts, 'members');
        editRecords(parts, 'former_members', (rows) => {
          const former = { organization_id: owner!['organization_id'], removed_at: owner!['created_at'] };
          rows.push({ ...former, user_id: victim.userId, successor_id: null });
          for (const [at, { organization_id, user_id, removed_at, successor_id }] of rows.entries())
            rows[at] = { user_id, removed_at, successor_id, organization_id };
        });
        editRecords(parts, 'comments', (rows) => rows.forEach((row) => (row['author_id'] = victim.userId)));
      });
      await imported(to, file);
      await tokensCopied(from, to, world.organization.id);
      const here = world.organization.owner.client.at(to);
      expect((await here.mutate('organizations.members.erase', { userId: victim.userId })).status).toBe(404);
      const { data } = await here.query('comments.list', { itemId: world.itemId });
      expect(data.comments.length).toBeGreaterThan(0);
      expect(JSON.stringify(data)).not.toContain(victim.name);
      expect(JSON.stringify(data)).not.toContain(victim.userId);
    } finally {
      await to.close();
    }
  });

  it('may contain the invitation of a person who was erased', async () => {
    const to = await startApp({ ROLES: 'api' });
    try {
      const file = await every('invitations', (row) => {
        const id = row['id'] as string;
        Object.assign(row, {
          status: 'revoked',
          email: `${id.toLowerCase()}@deleted.invalid`,
          email_key: `deleted:${id}`,
        });
      });
      await imported(to, file, { isDryRun: true });
    } finally {
      await to.close();
    }
  });
});
