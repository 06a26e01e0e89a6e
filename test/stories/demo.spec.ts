import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLUMN_TYPE_NAMES } from '../../src/column-types/column-type';
import { startApp, TEST_SECRET, type TestApp } from '../support/app';
import { WireClient } from '../support/client';
import { cloneDatabase } from '../support/database';
import { ServiceProcess, START } from '../support/service-process';

const DEMO = [process.execPath, START, 'demo'];

describe('npm run demo', () => {
  let env: Record<string, string>;
  let first: ServiceProcess;
  let app: TestApp;
  let client: WireClient;

  beforeAll(async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'trestle-demo-'));
    env = { DATABASE_URL: await cloneDatabase(), APP_SECRET: TEST_SECRET, DATA_DIR };
    // Neither of them stops a user with access to the machine.
    first = new ServiceProcess({ ...env, REGISTRATION: 'closed', TOKEN_RATE_PER_MINUTE: '1' }, DEMO);
    await first.over();
    app = await startApp(env);
    client = new WireClient(app, { token: /svc_pat_\w+/.exec(first.stdout)![0], slug: 'demo' });
  }, 120_000);
  afterAll(async () => {
    await app.close();
    rmSync(env['DATA_DIR']!, { recursive: true, force: true });
  });

  const listed = async (name: string, input: object = {}) => {
    const { status, data } = await client.query(name, input);
    expect([name, status]).toEqual([name, 200]);
    return data;
  };

  it('prints the users, how to sign in and what to do next', async () => {
    expect([first.child.exitCode, first.complaints]).toEqual([0, []]);
    expect(first.stdout).toContain('npm start');
    const password = /password (\S+)/.exec(first.stdout)![1]!;
    const emails = first.stdout.match(/\S+@\w+\.example/g)!;
    expect(emails.length).toBeGreaterThan(5);
    for (const email of emails) {
      const { status } = await new WireClient(app).request('POST', '/api/auth/signin', { email, password });
      expect([email, status]).toEqual([email, 200]);
    }
  });

  it('has members with every role and projects with hundreds of items', async () => {
    const { members } = await listed('organizations.members.list');
    const roles = new Set(members.map(({ role }: { role: string }) => role));
    expect([...roles].toSorted()).toEqual(['admin', 'guest', 'member', 'owner']);
    const { workspaces } = await listed('workspaces.list');
    let items = 0;
    let projects = 0;
    for (const { id: workspaceId } of workspaces) {
      for (const project of (await listed('projects.list', { workspaceId })).projects) {
        items += project.itemCount;
        projects += 1;
      }
    }
    expect([workspaces.length, projects]).toEqual([3, 4]);
    expect(items).toBeGreaterThan(300);
  });

  it('has a board with a column of every type, and values in each that accepts some', async () => {
    const [boardId] = /brd_[0-9A-Z]{26}/.exec(decodeURIComponent(first.stdout))!;
    const { columns } = await listed('columns.list', { boardId });
    const types = columns.map(({ type }: { type: string }) => type);
    expect(types.toSorted()).toEqual([...COLUMN_TYPE_NAMES].toSorted());
    const { items } = await listed('items.list', { boardId });
    expect(items.length).toBeGreaterThan(5);
    const empty = columns
      .filter(({ id }: { id: string }) => items.every((item: { values: object }) => !(id in item.values)))
      .map(({ type }: { type: string }) => type);
    expect(empty).toEqual([]);
  });

  it('is rejected the second time, and changes nothing', async () => {
    const count = async () => {
      const { rows } = await app.sql.query<{ count: number }>('select count(*)::int as count from items');
      return rows[0]!.count;
    };
    const before = await count();
    const second = new ServiceProcess(env, DEMO);
    expect(await second.over()).toBe(1);
    expect(second.complaints).toEqual([expect.stringContaining('The demo already exists')]);
    expect(await count()).toBe(before);
  });
});
