import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchiveManifest } from '../../../../src/modules/archives';
import { startApp, type TestApp } from '../../../support/app';
import {
  archived,
  type EditedArchive,
  editRecords,
  type Parts,
  partsOf,
  repack,
} from '../../../support/archives';
import { aFile } from '../../../support/factories/file.factory';
import { aBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { imported } from '../../../support/organization-moves';
import { contentsOf } from '../../../support/table-contents';

const REMOVALS = 'public.file_removals';

type Row = Record<string, unknown>;

describe('the import of an organization', () => {
  let from: TestApp;
  let to: TestApp;
  let organization: TestOrganization;
  let itemId: string;
  let directory: string;
  let file: string;
  let parts: Parts;
  let manifest: ArchiveManifest;

  beforeAll(async () => {
    from = await startApp({ ROLES: 'api' });
    to = await startApp({ ROLES: 'api' });
    directory = mkdtempSync(join(tmpdir(), 'trestle-import-'));
    organization = await anOrganization({ app: from });
    await organization.addMember('member');
    const board = await aBoard({
      organization,
      columns: [
        { name: 'Link', type: 'url' },
        { name: 'Text', type: 'long_text' },
      ],
    });
    itemId = await anItem(board, {
      values: { [board.column('Link')]: 'https://example.com/', [board.column('Text')]: '<p>Rich</p>' },
    });
    await made(organization.owner.client, 'comments.create', { itemId, body: 'A comment' });
    await aFile(organization.owner.client);
    file = join(directory, 'organization.zip');
    manifest = await archived(organization, file);
    parts = await partsOf(file);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([from?.close(), to?.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  const changed = (edit: (edited: EditedArchive) => void) =>
    repack(join(directory, 'changed.zip'), { parts, manifest }, edit);
  const rows = editRecords;
  const edited = (table: string, edit: (rows: Row[]) => void) =>
    changed((given) => rows(given.parts, table, edit));

  const STRANGER = 'org_01M8DK33AQTJS4FRPN96FFV5EK';
  const REJECTED: [string, string, () => Promise<string>][] = [
    [
      'a record of another organization',
      'of another organization',
      () => edited('items', ([item]) => void (item!.organization_id = STRANGER)),
    ],
    [
      'an unknown column',
      'does not know',
      () => edited('boards', ([board]) => void (board!.is_admin = true)),
    ],
    [
      'a secret',
      'does not know',
      () => edited('users', (users) => users.forEach((user) => (user.password_hash = 'x'))),
    ],
    [
      'records with different columns',
      'different columns',
      () => edited('members', (members) => void delete members[1]!.joined_at),
    ],
    [
      'a user without a membership',
      'includes a user without a membership',
      () => edited('members', (members) => void members.pop()),
    ],
    [
      'an address with the key of another',
      'key of another one',
      () => edited('users', ([user]) => void (user!.email_key = 'ceo@example.com')),
    ],
    [
      'two owners',
      'one owner',
      () => edited('members', (members) => members.forEach((member) => (member.role = 'owner'))),
    ],
    [
      'a deleted organization',
      'another organization than',
      () => edited('organizations', ([row]) => void (row!.deleted_at = '2026-01-01T00:00:00Z')),
    ],
    ['an id that is none', 'has the id', () => edited('items', ([item]) => void (item!.id = '<script>'))],
    [
      'a record twice',
      'cannot be imported',
      () => edited('boards', (boards) => void boards.push(boards[0]!)),
    ],
    [
      'a record whose parent is missing',
      'board_id: Must be a board of the archive',
      () => edited('boards', (boards) => void boards.pop()),
    ],
    [
      'a value of another type',
      'value of another type',
      () =>
        edited('items', ([item]) => {
          const values = item!.values as Row;
          for (const id of Object.keys(values)) values[id] = 'javascript:alert(1)';
        }),
    ],
    [
      'a newer release',
      'was written by Trestle 999',
      () => changed((given) => void (given.manifest.version = '999.0.0')),
    ],
    ['another format', 'format', () => changed((given) => void (given.manifest.format = 2 as 1))],
    [
      'a file that was cut',
      'This is no archive',
      async () => {
        const path = join(directory, 'cut.zip');
        writeFileSync(path, readFileSync(file).subarray(0, -20));
        return path;
      },
    ],
  ];

  it('rejects a changed archive, and writes nothing', async () => {
    const before = await contentsOf(to);
    for (const [name, message, make] of REJECTED) {
      const problem = await imported(to, await make()).then(
        () => 'none',
        (error: Error) => error.message,
      );
      expect([name, problem]).toEqual([name, expect.stringContaining(message)]);
    }
    // Copied files wait for their removal.
    expect({ ...(await contentsOf(to)), [REMOVALS]: '' }).toEqual({ ...before, [REMOVALS]: '' });
  });

  it('takes no markup from an archive that a browser would execute', async () => {
    const target = await startApp({ ROLES: 'api' });
    try {
      const html = '<p>Rich</p><script>alert(1)</script><a href="javascript:alert(1)">x</a>';
      const path = await changed((given) => {
        rows(given.parts, 'comments', ([comment]) => void (comment!.body_html = html));
        rows(given.parts, 'items', ([item]) => {
          item!.description = html;
          const values = item!.values as Row;
          for (const [id, value] of Object.entries(values)) if (value === '<p>Rich</p>') values[id] = html;
        });
      });
      await imported(target, path);
      const { rows: texts } = await target.sql.query<{ text: string }>(
        'select body_html as text from comments union all select description from items union all select values::text from items',
      );
      expect(texts).toHaveLength(3);
      for (const { text } of texts) expect(text).not.toMatch(/script/);
    } finally {
      await target.close();
    }
  });

  it('rehearses without a trace', async () => {
    const before = await contentsOf(to);
    expect(await imported(to, file, { isDryRun: true })).toMatchObject({ slug: organization.slug });
    expect(await contentsOf(to)).toEqual(before);
  });

  describe('into an installation that has the organization, its slug or its people', () => {
    let target: TestApp;
    beforeAll(async () => {
      target = await startApp({ ROLES: 'api' });
    });
    afterAll(() => target?.close());
    const problemOf = (settings = {}) =>
      imported(target, file, settings).then(
        () => null,
        (error: Error) => error.message,
      );

    it('needs the permission of the operator and confirmed addresses, and gives accounts no new access', async () => {
      const other = await anOrganization({ app: target });
      const { owner } = other;
      const { rows: users } = await from.sql.query<{ id: string; email: string }>(
        'select id, email from users where id = $1',
        [organization.owner.userId],
      );
      await target.sql.query('update users set email = $2, email_key = $2 where id = $1', [
        owner.userId,
        users[0]!.email,
      ]);
      await target.sql.query('update organizations set slug = $2 where id = $1', [
        other.id,
        organization.slug,
      ]);
      expect(await problemOf()).toContain(`The slug ${organization.slug} is taken`);
      const slug = 'moved';
      expect(await problemOf({ slug })).toContain('--link-existing-accounts');
      expect(await problemOf({ slug, linksAccounts: true })).toContain('have not confirmed');
      await target.sql.query('update users set email_confirmed_at = now() where id = $1', [owner.userId]);
      const before = await target.sql.query('select * from users where id = $1', [owner.userId]);
      const result = await imported(target, file, { slug, linksAccounts: true });
      expect(result).toMatchObject({ slug, linkedAccounts: 1, createdAccounts: 1 });
      expect((await target.sql.query('select * from users where id = $1', [owner.userId])).rows).toEqual(
        before.rows,
      );
      const { rows: found } = await target.sql.query(
        `select role, created_by as "createdBy", password_hash as "passwordHash" from members
         join items on items.organization_id = members.organization_id join users on users.id = user_id
         where members.organization_id = $1 and user_id = $2`,
        [organization.id, owner.userId],
      );
      expect(found).toEqual([{ role: 'owner', createdBy: owner.userId, passwordHash: null }]);
      expect(await problemOf({ slug: 'again' })).toContain(`The organization ${organization.id} exists here`);
    });
  });
});
