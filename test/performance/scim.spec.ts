import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import type { TestMember } from '../support/factories/organization.factory';
import { aWorkspace } from '../support/factories/workspace.factory';
import { aScimDirectory, type ScimDirectory } from '../support/scim-directory';

/** What a process does on its own: every few seconds, after a commit, with a new connection, and for its caches. */
const BESIDES =
  /last_used_at = note\.at|last_active_at|^select id as "organizationId", slug|^select pg_notify\(\$1|pg_backend_pid/;

/** What a directory of thousands asks for one by one must not grow with them. */
describe('statements of a directory’s requests', () => {
  let app: TestApp;
  let directory: ScimDirectory;

  beforeAll(async () => {
    // Without workers, whose statements would be counted as well.
    app = await startApp({ ROLES: 'api' });
    directory = await aScimDirectory({ app });
    await app.sql.query(
      `with person as (
         insert into users (id, email, email_key, name, created_at, updated_at)
         select 'usr_' || lpad(n::text, 26, '0'), 'p' || n || '@many.example', 'p' || n || '@many.example',
           'Person ' || n, now(), now()
         from generate_series(1, 5000) n returning id)
       insert into members (organization_id, user_id, role, status, created_at, updated_at)
       select $1, id, 'member', 'active', now(), now() from person`,
      [directory.organization.id],
    );
    await app.sql.query('analyze users, members, scim_users');
  });
  afterAll(() => app.close());

  async function statementsOf(ask: () => Promise<{ status: number }>): Promise<string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { status } = await ask();
    const sent = (query.mock.calls as unknown[][]).map(([config]) =>
      typeof config === 'string' ? config : (config as { text: string }).text,
    );
    query.mockRestore();
    expect(status).toBeLessThan(300);
    return sent.filter((text) => !BESIDES.test(text));
  }

  it('a page of 200 costs as many as a page of one', async () => {
    await directory.request('GET', 'Users?count=1');
    const one = await statementsOf(() => directory.request('GET', 'Users?count=1'));
    const many = await statementsOf(() => directory.request('GET', 'Users?count=200&startIndex=4000'));
    expect(many).toEqual(one);
    expect(many).toHaveLength(3);
  });

  it('finding a user by name, creating, changing and removing one costs few', async () => {
    const found = await statementsOf(() => directory.filter('Users', 'userName eq "p4321@many.example"'));
    expect(found.length).toBeLessThanOrEqual(2);
    let id = '';
    const made = await statementsOf(async () => {
      ({ id } = await directory.user({ userName: 'new@many.example', displayName: 'New' }));
      return { status: 201 };
    });
    expect(made.length, made.join('\n')).toBeLessThanOrEqual(20);
    const changed = await statementsOf(() =>
      directory.patch(`Users/${id}`, { op: 'replace', path: 'active', value: false }),
    );
    expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(16);
    const removed = await statementsOf(() => directory.request('DELETE', `Users/${id}`));
    expect(removed.length, removed.join('\n')).toBeLessThanOrEqual(16);
  });

  it('a group of 5,000 costs as many as a group of one, and no lookup reads all members', async () => {
    const { body } = await directory.request('GET', 'Users?count=1&attributes=id');
    const { rows } = await app.sql.query<{ id: string }>(
      `select user_id as id from members where organization_id = $1`,
      [directory.organization.id],
    );
    const small = await statementsOf(async () => {
      await directory.group('Small', [body.Resources[0].id]);
      return { status: 201 };
    });
    const large = await statementsOf(async () => {
      await directory.group(
        'Large',
        rows.map(({ id }) => id),
      );
      return { status: 201 };
    });
    expect(large).toEqual(small);
  });

  it('a page of groups ends after 10,000 members, and the next continues there', async () => {
    const { rows } = await app.sql.query<{ id: string }>(
      `select user_id as id from members where organization_id = $1`,
      [directory.organization.id],
    );
    const everybody = rows.map(({ id }) => id);
    for (const name of ['All', 'All again', 'And again']) await directory.group(name, everybody);
    const pages: string[][] = [];
    for (let startIndex = 1; ;) {
      const filter = encodeURIComponent('displayName sw "A"');
      const { body } = await directory.request('GET', `Groups?filter=${filter}&startIndex=${startIndex}`);
      if (body.itemsPerPage === 0) break;
      expect(body.totalResults).toBe(3);
      pages.push(body.Resources.map(({ displayName }: { displayName: string }) => displayName));
      startIndex += body.itemsPerPage;
    }
    expect(pages).toEqual([['All', 'All again'], ['And again']]);
  });

  it('a group that makes guests of many members, who leave their workspaces, costs as many as one of one', async () => {
    const mapped = await aScimDirectory({ app });
    await mapped.mapGroups({ Few: 'guest', Many: 'guest' });
    const { organization } = mapped;
    const workspace = await aWorkspace({ organization });
    const [first, ...others] = await Promise.all(Array.from({ length: 12 }, () => workspace.addMember()));
    const made = (name: string, members: TestMember[]) =>
      statementsOf(async () => {
        const ids = members.map(({ userId }) => userId);
        await mapped.group(name, ids);
        return { status: 201 };
      });
    const one = await made('Few', [first!]);
    expect(await made('Many', others)).toEqual(one);
    const { rows } = await app.sql.query(
      `select from workspace_members where organization_id = $1 and user_id <> $2`,
      [organization.id, organization.owner.userId],
    );
    expect(rows).toEqual([]);
  });

  it('a late page does not read the groups and members before it', async () => {
    await directory.group('Far back');
    for (const [path, values] of [
      ['Users?startIndex=4801&count=200', [4800, 200]],
      ['Groups?startIndex=3&count=1', [2, 1]],
    ] as const) {
      const sent = await statementsOf(() => directory.request('GET', path));
      const list = sent.find((text) => text.includes('json_agg'));
      const { rows } = await app.sql.query<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, format json) ${list!}`,
        [directory.organization.id, ...values],
      );
      const nodes = JSON.stringify(rows[0]!['QUERY PLAN']).match(/"Subplan Name".*?"Actual Loops":\d+/g)!;
      const loops = nodes.map((node) => Number(/\d+$/.exec(node)![0]));
      expect([path, Math.max(...loops)]).toEqual([path, values[1]]);
    }
  });

  it('finds a user by name through an index', async () => {
    const sent = await statementsOf(() => directory.filter('Users', 'userName eq "p4321@many.example"'));
    const list = sent.find((text) => text.includes('from members member'))!;
    const { rows } = await app.sql.query<{ 'QUERY PLAN': unknown }>(
      `explain (analyze, format json) ${list}`,
      [directory.organization.id, 'p4321@many.example', 0, 100],
    );
    const plan = JSON.stringify(rows[0]!['QUERY PLAN']);
    const read = [...plan.matchAll(/"Actual Rows": ?([\d.]+)/g)].map(([, count]) => Number(count));
    expect(Math.max(...read)).toBeLessThan(50);
  });
});
