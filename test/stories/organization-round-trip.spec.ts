import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifySealedLog } from '../../src/modules/audit';
import { TABLES_NOT_IMPORTED } from '../../src/modules/archives/importing/imported-tables';
import { ARCHIVED_TABLES, type ArchivedTable } from '../../src/modules/archives/writing/archived-tables';
import { ProcedureRegistry } from '../../src/rpc/procedure-registry';
import { startApp, TEST_SECRET, type TestApp } from '../support/app';
import { archived, type Parts, partsOf, recordsIn } from '../support/archives';
import type { WireClient } from '../support/client';
import { deliverEventsSoFar } from '../support/events';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { columnsOfEveryType } from '../support/factories/every-type.factory';
import { anImageContent } from '../support/factories/image.factory';
import { someFiles } from '../support/factories/file.factory';
import { made } from '../support/factories/workspace.factory';
import { Installation } from '../support/installation';
import { listedNames } from '../support/item-lists';
import { imported, searchIndexed, tokensCopied } from '../support/organization-moves';
import { START } from '../support/service-process';
import { aSampleWorld, sampleInputs, type SampleWorld } from '../support/sample-world';

/** A board with a column of every type, and items in every state. */
async function aFullBoard(world: SampleWorld): Promise<TestBoard> {
  const { board, otherBoard, userId, fileId } = world;
  const { client } = world.organization.owner;
  const full = await aBoard({
    workspace: board.workspace,
    project: board.project,
    groups: ['One', 'Two', 'Gone'],
  });
  const item = async (name: string, input: object) =>
    (await made(client, 'items.create', { boardId: full.id, name, ...input })).id as string;
  const [one, two, gone] = [full.group('One'), full.group('Two'), full.group('Gone')];
  const first = await item('First', { groupId: one });
  const place = {
    userId,
    otherBoardId: otherBoard.id,
    otherItemId: world.otherItemId,
    otherColumnId: '',
    linkColumnId: '',
    itemId: first,
  };
  const { values } = await columnsOfEveryType(full, place, fileId);
  // Ten items in the order 9 to 0.
  for (let at = 0; at < 10; at += 1)
    await item(`Item ${at}`, { groupId: two, position: 0, values: at % 2 ? values : {} });
  const parent = await item('Parent', { groupId: one, values });
  for (const name of ['Sub 1', 'Sub 2']) await item(name, { groupId: one, parentId: parent });
  await made(client, 'items.archive', { id: await item('Archived', { groupId: one }) });
  await item('In a deleted group', { groupId: gone });
  await made(client, 'boards.groups.delete', { id: gone });
  return full;
}

// Columns of the index by public ids: keys, lists and ranks are other numbers.
const INDEX = `
  select columns.id as column_id, items.id as item_id, sign(item_values.lane) as state, number_key, ordinal, text_key, ref
  from item_values join items on items.key = item_key join columns on columns.key = column_key
  where items.organization_id = $1 order by 1, 2, ordinal`;
const LISTS = `
  select group_id, parent_id, sign(lane) as state, array_agg(id order by rank, key) as ids
  from items where organization_id = $1 group by 1, 2, 3 order by 1, 2, 3`;
const COUNTS = `
  select item_id as id, sum(count)::int as count from comment_counts where organization_id = $1 group by 1 having sum(count) > 0
  union all
  select form_id, sum(count)::int from form_submission_counts where organization_id = $1 group by 1
  union all
  select user_id || board_id, unread from notification_counts where organization_id = $1
  order by 1, 2`;

/** They show when a token was last used, which is seldom written. */
const SHOWING_LAST_USE = new Set(['auth.tokens.list', 'organizations.tokens.list']);

/** Records that do not move, and records that someone must check and enable. */
const ANSWERED_DIFFERENTLY = [
  'automations.list',
  'events.list',
  'oauth.apps.get',
  'oauth.apps.list',
  'oauth.grants.list',
  'organizations.exports.get',
  'scim.tokens.list',
  'webhooks.deliveries.list',
  'webhooks.get',
];

describe('an organization that moves to another installation', () => {
  let from: TestApp;
  let to: TestApp;
  let world: SampleWorld;
  let full: TestBoard;
  let directory: string;
  let file: string;
  let parts: Parts;
  let there: WireClient;
  let here: WireClient;

  beforeAll(async () => {
    // Without workers, which would change records between the archive and what it is compared with.
    from = await startApp({ ROLES: 'api' });
    to = await startApp({ ROLES: 'api' });
    directory = mkdtempSync(join(tmpdir(), 'trestle-move-'));
    file = join(directory, 'organization.zip');
    world = await aSampleWorld({ app: from });
    full = await aFullBoard(world);
    const { client } = world.organization.owner;
    const [image] = await someFiles(client, [{ name: 'image.png', content: await anImageContent() }]);
    await made(client, 'comments.create', { itemId: world.itemId, body: 'See', attachmentIds: [image!.id] });
    await deliverEventsSoFar(from);
    await searchIndexed(from, world.organization.id);
    await archived(world.organization, file);
    parts = await partsOf(file);
    await imported(to, file);
    await tokensCopied(from, to, world.organization.id);
    there = world.organization.owner.client;
    here = there.at(to);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([from?.close(), to?.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  it('has the same index of values, lists in the same order, and the same counts', async () => {
    for (const query of [INDEX, LISTS, COUNTS]) {
      const [before, after] = [from, to].map(({ sql }) => sql.query(query, [world.organization.id]));
      const { rows } = (await before)!;
      expect(rows.length).toBeGreaterThan(1);
      expect((await after)!.rows).toEqual(rows);
    }
  });

  /** What an import changes, as documented. */
  const CHANGED: Partial<Record<ArchivedTable, readonly string[]>> = {
    organizations: ['number'],
    users: ['email_confirmed_at', 'has_second_factor'],
    workspaces: ['number'],
    columns: ['key'],
    groups: ['key'],
    items: ['key', 'list', 'lane', 'rank', 'has_orders'],
    files: ['width', 'height'],
    automations: ['enabled', 'disabled_reason'],
    webhooks: ['disabled_at', 'disabled_reason'],
    sso_connections: ['tested_at'],
    sso_domains: ['verified_at'],
    activity_terms: ['key'],
    activity: [
      'board_key',
      'previous_board_key',
      'action_key',
      'actor_key',
      'sequence',
      'details',
      'contents',
    ],
  };

  it('is exported there as it was exported here, but for what is documented', async () => {
    const again = join(directory, 'again.zip');
    await archived({ ...world.organization, app: to }, again);
    const copies = await partsOf(again);
    for (const table of ARCHIVED_TABLES.filter((each) => !(each in TABLES_NOT_IMPORTED))) {
      const rows = (of: Parts) =>
        recordsIn(of, table)
          .map((record) => {
            for (const column of CHANGED[table] ?? []) delete record[column];
            return JSON.stringify(record);
          })
          .sort();
      expect([table, rows(copies)]).toEqual([table, rows(parts)]);
    }
    for (const table of Object.keys(TABLES_NOT_IMPORTED).filter((each) => each !== 'tokens'))
      expect([table, recordsIn(copies, table)]).toEqual([table, []]);
    expect(copies.get(`files/${world.fileId}`)).toEqual(parts.get(`files/${world.fileId}`));
  });

  it('answers every query as before', async () => {
    const inputs = { ...sampleInputs(world) };
    const registry = to.nest.get(ProcedureRegistry, { strict: false });
    const queries = registry
      .all()
      .filter(({ kind, isSessionOnly }) => kind === 'query' && isSessionOnly !== true);
    const differing: string[] = [];
    for (const { name } of queries) {
      const [before, after] = [await there.query(name, inputs[name]), await here.query(name, inputs[name])];
      const isSame =
        JSON.stringify([before.status, before.body]) === JSON.stringify([after.status, after.body]);
      if (!isSame && !SHOWING_LAST_USE.has(name)) differing.push(name);
    }
    expect(differing.sort()).toEqual(ANSWERED_DIFFERENTLY);
    for (const [name, input] of [
      ['search.query', { q: 'Item' }],
      ['items.list', { boardId: full.id }],
      ['items.list', { boardId: full.id, sortBy: full.columnIds[0] }],
      ['items.list', { boardId: full.id, filters: [{ columnId: full.columnIds[0], operator: 'is_empty' }] }],
      ['activity.list', { boardId: full.id }],
      ['activity.list', { itemId: world.itemId }],
    ] as const) {
      const [before, after] = [await there.query(name, input), await here.query(name, input)];
      expect([name, before.status]).toEqual([name, 200]);
      expect([name, after.status, after.body]).toEqual([name, before.status, before.body]);
    }
  });

  it('goes on: new items have the next places and numbers', async () => {
    const groupId = full.groupIds[1]!;
    const before = await listedNames(full, { groupId });
    const item = (name: string, input: object) =>
      made(here, 'items.create', { boardId: full.id, groupId, name, ...input });
    await item('Last', {});
    await item('Second', { position: 1 });
    const after = await listedNames(full, { groupId }, here);
    expect(after).toEqual([before[0], 'Second', ...before.slice(1), 'Last']);
  });

  it('leaves nothing visible when the process dies in the middle, and can be imported again', async () => {
    const target = await startApp({ ROLES: 'api' });
    const installation = new Installation();
    const env = {
      DATABASE_URL: target.databaseUrl,
      APP_SECRET: TEST_SECRET,
      PUBLIC_URL: 'http://trestle.test',
    };
    const start = () =>
      installation.start(env, [process.execPath, START, 'organization', 'import', file, '--json']);
    const holder = await target.sql.connect();
    try {
      await holder.query('begin; lock table comments in share mode');
      const dying = start();
      await vi.waitFor(
        async () => {
          const { rows } = await target.sql.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          expect(rows).toHaveLength(1);
        },
        { timeout: 60_000, interval: 50 },
      );
      dying.signal('SIGKILL');
      await dying.over();
      await holder.query('rollback');
      const { rows } = await target.sql.query(
        `select (select count(*)::int from organizations) as organizations, (select count(*)::int from items) as items,
           (select count(*)::int from users) as users, (select count(*)::int from file_removals) as files`,
      );
      const files = [...parts.keys()].filter((name) => name.startsWith('files/')).length;
      expect(rows).toEqual([{ organizations: 0, items: 0, users: 0, files }]);
      const again = start();
      expect([await again.over(), again.complaints]).toEqual([0, []]);
      expect(JSON.parse(again.stdout)).toMatchObject({
        organization: { id: world.organization.id },
        isDryRun: false,
      });
      const { rows: items } = await target.sql.query('select id from items');
      expect(items).toHaveLength(recordsIn(parts, 'items').length);
    } finally {
      holder.release(true);
      await installation.discard();
      await target.close();
    }
  }, 120_000);

  it('has an audit log that continues the one of the archive', async () => {
    const { data } = await here.query('audit.export', { form: 'sealed' });
    const { pathname, search } = new URL(data.url as string);
    const { bytes } = await here.request('GET', pathname + search);
    const log = bytes.toString('utf8').trimEnd().split('\n');
    const old = parts.get('audit-log.sealed.jsonl')!.toString('utf8').trimEnd().split('\n');
    const end = (JSON.parse(old.at(-1)!) as { end: { sequence: number; hash: string } }).end;
    async function* each(texts: readonly string[]) {
      yield* texts;
    }
    const verified = await verifySealedLog(each(log), { expected: end });
    expect(verified.to).toBeGreaterThan(end.sequence);
    const actions = log.slice(1, -1).map((line) => (JSON.parse(line) as { action: string }).action);
    expect(actions).toContain('organizations.import');
  });
});
