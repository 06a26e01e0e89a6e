import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDemo } from '../../../../src/demo/fill-demo';
import { startApp, type TestApp } from '../../../support/app';
import { anInstallation, backUp, Directories, restore, verify } from '../../../support/backups';
import { WireClient } from '../../../support/client';
import { cloneDatabase } from '../../../support/database';
import { someFiles } from '../../../support/factories/file.factory';
import { anImageContent, thumbnailJobsEnd } from '../../../support/factories/image.factory';
import { fixturePool } from '../../../support/fixture-pool';
import { withClient } from '../../../support/global-setup';
import { S3Server } from '../../../support/s3-server';
import { schemaSnapshot } from '../../../support/schema-snapshot';
import { contentsOf } from '../../../support/table-contents';

/** Calls of the owner whose answers show everything that the demo contains. */
const LISTS = [
  'workspaces.list',
  'templates.list',
  'organizations.get',
  'organizations.members.list',
  'tokens.list',
];

interface Page {
  items: { id: string; values: Record<string, unknown> }[];
  nextCursor: string | null;
}

/** When something was last used is written at any moment after a call. */
function withoutUses(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (key, value: unknown) =>
      ['lastActiveAt', 'lastUsedAt'].includes(key) ? undefined : value,
    ),
  );
}

/** Every answer of the owner about workspaces, projects, boards, items and comments, by call. */
async function answersOf(client: WireClient): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const query = async (name: string, input: object = {}) => {
    const { status, body, data } = await client.query(name, input);
    answers[`${name} ${JSON.stringify(input)}`] = [status, withoutUses(body)];
    return data;
  };
  for (const name of LISTS) await query(name);
  for (const { id: workspaceId } of (await query('workspaces.list')).workspaces)
    for (const { id: projectId } of (await query('projects.list', { workspaceId })).projects)
      for (const { id: boardId } of (await query('boards.list', { projectId })).boards) {
        await query('boards.get', { id: boardId });
        await query('views.list', { boardId });
        await query('automations.list', { boardId });
        await query('activity.list', { boardId });
        let cursor: string | null = null;
        do {
          const page: Page = await query('items.list', { boardId, ...(cursor === null ? {} : { cursor }) });
          for (const { id: itemId } of page.items) await query('comments.list', { itemId });
          cursor = page.nextCursor ?? null;
        } while (cursor !== null);
      }
  return answers;
}

describe('a backup that is restored into another installation', () => {
  const directories = new Directories();
  let source: Awaited<ReturnType<typeof anInstallation>>;
  let token: string;
  let fileUrls: string[];
  let answers: Record<string, unknown>;
  let contents: Record<string, string>;
  let schema: string;
  let bytes: Buffer[];

  const as = (app: TestApp) => new WireClient(app, { token, slug: 'demo' });
  const downloads = (app: TestApp): Promise<Buffer[]> =>
    Promise.all(
      fileUrls.map(async (url) => {
        const { status, bytes } = await as(app).request('GET', url);
        expect([url, status]).toEqual([url, 200]);
        return bytes;
      }),
    );
  const contentsAt = async (url: string) => {
    const sql = fixturePool(url);
    const all = await contentsOf({ sql } as TestApp);
    await sql.end();
    return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith('public.')));
  };
  /** With what partitions and triggers have beside their definitions. */
  const schemaAt = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query(
        `select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
         union all select attrelid::regclass::text, attname, attoptions::text from pg_attribute where attoptions is not null
         union all select oid::regclass::text, '', pg_get_expr(relpartbound, oid) from pg_class where relispartition and relkind = 'r'
         order by 1, 2, 3`,
      );
      return JSON.stringify([await schemaSnapshot(client), rows]);
    });

  beforeAll(async () => {
    source = await anInstallation(directories, { DATABASE_URL: await cloneDatabase() });
    const app = await startApp(source.env);
    token = /svc_pat_\w+/.exec(await fillDemo(app.nest, 'http://trestle.test'))![0];
    const client = as(app);
    const [image, text] = await someFiles(client, [
      { name: 'image.png', content: await anImageContent() },
      { name: 'notes.txt', content: 'Notes\n'.repeat(100_000) },
    ]);
    const { rows } = await app.sql.query<{ id: string }>('select id from organizations');
    await thumbnailJobsEnd({ app, id: rows[0]!.id } as never);
    fileUrls = [`/api/files/${image!.id}`, `/api/files/${image!.id}/thumbnail`, `/api/files/${text!.id}`];
    const { rows: stored } = await app.sql.query<{ id: string }>(
      'select id from files where stored_at is not null',
    );
    fileUrls.push(...stored.map(({ id }) => `/api/files/${id}`));
    answers = await answersOf(client);
    bytes = await downloads(app);
    await app.close();
    contents = await contentsAt(source.env['DATABASE_URL']!);
    schema = await schemaAt(source.env['DATABASE_URL']!);
  });
  afterAll(() => directories.remove());

  const expectEqual = async (target: typeof source) => {
    expect(await contentsAt(target.env['DATABASE_URL']!)).toEqual(contents);
    expect(await schemaAt(target.env['DATABASE_URL']!)).toBe(schema);
    const app = await startApp(target.env);
    try {
      expect(await downloads(app)).toEqual(bytes);
      expect(await answersOf(as(app))).toEqual(answers);
      const created = await as(app).mutate('workspaces.create', { name: 'After the restore' });
      expect(created.status).toBe(200);
    } finally {
      await app.close();
    }
  };

  it('gives the same rows, the same schema, the same answers and the same files, through a directory', async () => {
    const place = directories.place();
    const backup = await backUp(place, source.configuration);
    expect(backup).toMatchObject({ isSuccess: true, warnings: [], json: { files: expect.any(Number) } });
    expect(await verify(place, source.configuration)).toMatchObject({ isSuccess: true, warnings: [] });
    const target = await anInstallation(directories);
    const restored = await restore(place, target.configuration);
    expect(restored).toMatchObject({ isSuccess: true, warnings: [], json: backup.json });
    await expectEqual(target);
  });

  it('does so through a bucket, and from files in a bucket into a directory', async () => {
    const server = await S3Server.start();
    try {
      const place = server.url({ prefix: 'backups/1' });
      await backUp(place, source.configuration);
      const target = await anInstallation(directories, { STORAGE_URL: server.url({ prefix: 'storage' }) });
      await restore(place, target.configuration);
      await expectEqual(target);
      // The user of the first attempt created a workspace; its files are those of the backup.
      const second = directories.place();
      await backUp(second, target.configuration);
      const last = await anInstallation(directories);
      await restore(second, last.configuration);
      const app = await startApp(last.env);
      expect(await downloads(app)).toEqual(bytes);
      await app.close();
    } finally {
      await server.close();
    }
  });
});
