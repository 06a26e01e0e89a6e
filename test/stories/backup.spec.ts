import { once } from 'node:events';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Directories } from '../support/backups';
import { emailOf, Installation, register } from '../support/installation';
import { S3Server } from '../support/s3-server';
import { type ServiceProcess, START } from '../support/service-process';

const EMAIL = 'ada@acme.example';

/** Items that exist before the backup begins; .ci/long creates more. */
const ITEMS = Number(process.env['BACKUP_ITEMS'] ?? 200);
/** Creating, copying, restoring and reading the items, on a busy machine. */
const TIMEOUT_MS = 300_000 + ITEMS * 15;
const BATCH = 100;

/** Writes through the wire: items with ascending names, one after the other, until it is stopped. */
class Writer {
  readonly created: string[] = [];
  private isStopped = false;
  private readonly done: Promise<void>;

  constructor(
    private readonly service: ServiceProcess,
    private readonly cookie: string,
    private readonly board: { id: string; groupId: string },
  ) {
    this.done = this.write();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.done;
  }

  private async write(): Promise<void> {
    const { id: boardId, groupId } = this.board;
    while (!this.isStopped) {
      const name = `Item ${this.created.length}`;
      await call(this.service, this.cookie, 'items.create', { boardId, groupId, name });
      this.created.push(name);
    }
  }
}

// The wire is untyped here, as it is for any program that calls it.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

async function call(service: ServiceProcess, cookie: string, name: string, input: object): Promise<Answer> {
  const response = await service.fetch(`/api/trpc/${name}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ json: input }),
  });
  const body = (await response.json()) as Answer;
  expect([name, response.status, body.error]).toEqual([name, 200, undefined]);
  return body.result.data.json;
}

async function ask(service: ServiceProcess, cookie: string, name: string, input: object): Promise<Answer> {
  const query = encodeURIComponent(JSON.stringify({ json: input }));
  const response = await service.fetch(`/api/trpc/${name}?input=${query}`, { headers: { cookie } });
  expect([name, response.status]).toEqual([name, 200]);
  return ((await response.json()) as Answer).result.data.json;
}

async function aBoard(service: ServiceProcess, cookie: string): Promise<{ id: string; groupId: string }> {
  const workspace = await call(service, cookie, 'workspaces.create', { name: 'Product' });
  const project = await call(service, cookie, 'projects.create', { workspaceId: workspace.id, name: 'App' });
  const board = await call(service, cookie, 'boards.create', { projectId: project.id, name: 'Tasks' });
  const { groups } = await ask(service, cookie, 'boards.get', { id: board.id });
  return { id: board.id, groupId: groups[0].id };
}

/** Creates items in batches. */
async function fill(
  service: ServiceProcess,
  cookie: string,
  board: { id: string; groupId: string },
  count: number,
): Promise<void> {
  for (let made = 0; made < count; made += BATCH) {
    const items = Array.from({ length: BATCH }, (_, at) => ({ name: `Earlier ${made + at}` }));
    await call(service, cookie, 'items.bulkCreate', { boardId: board.id, groupId: board.groupId, items });
  }
}

async function namesOf(service: ServiceProcess, cookie: string, boardId: string): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(service, cookie, 'items.list', {
      boardId,
      limit: 100,
      ...(cursor ? { cursor } : {}),
    });
    names.push(...page.items.map(({ name }: { name: string }) => name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return names;
}

describe('trestle backup, restore and verify', () => {
  const directories = new Directories();
  let installation: Installation;
  let others: Installation[];
  beforeEach(() => {
    installation = new Installation();
    others = [];
  });
  afterEach(async () => {
    for (const each of [installation, ...others]) await each.discard();
    directories.remove();
  });

  const command = (of: Installation, words: string[], env: Record<string, string> = {}) =>
    of.start(env, [process.execPath, START, ...words]);
  /** Without a limit on calls, which the items before the backup would exceed. */
  const startUnlimited = () => installation.start({ RATE_LIMITS: 'off' }).ready();
  const run = async (of: Installation, words: string[], env: Record<string, string> = {}) => {
    const process = command(of, words, env);
    const status = await process.over();
    return { status, stdout: process.stdout, complaints: process.complaints };
  };
  /** With the secret of the first one. */
  const another = (): Installation => {
    const made = new Installation();
    others.push(made);
    copyFileSync(join(installation.dataDir, 'app-secret'), join(made.dataDir, 'app-secret'));
    return made;
  };

  it(
    'backs up a running installation between two writes, and restores it into another one',
    { timeout: TIMEOUT_MS },
    async () => {
      const service = await startUnlimited();
      const cookie = await register(service, EMAIL);
      const board = await aBoard(service, cookie);
      await fill(service, cookie, board, ITEMS);
      const writer = new Writer(service, cookie, board);
      await expect.poll(() => writer.created.length).toBeGreaterThan(20);
      const before = writer.created.length;
      const place = directories.place();
      const backup = await run(installation, ['backup', place, '--json']);
      const after = writer.created.length;
      expect(backup).toMatchObject({ status: 0 });
      expect(JSON.parse(backup.stdout)).toMatchObject({
        place,
        files: 0,
        missingFiles: [],
        damagedFiles: [],
      });
      // Writers continue during a backup.
      expect(after).toBeGreaterThan(before);
      await writer.stop();

      expect(await run(installation, ['verify', place])).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^Verified \d+ rows of \d+ tables and 0 files from /),
      });
      expect(readdirSync(installation.dataDir).filter((name) => name.startsWith('verify-'))).toEqual([]);

      const restored = another();
      expect(await run(restored, ['restore', place])).toMatchObject({ status: 0 });
      const second = await restored.start({ RATE_LIMITS: 'off' }).ready();
      expect(await emailOf(second, cookie)).toBe(EMAIL);
      const all = await namesOf(second, cookie, board.id);
      expect(all.slice(0, ITEMS)).toEqual(Array.from({ length: ITEMS }, (_, at) => `Earlier ${at}`));
      const names = all.slice(ITEMS);
      // A prefix of what was written: everything before the backup, and nothing without what preceded it.
      expect(names).toEqual(writer.created.slice(0, names.length));
      expect(names.length).toBeGreaterThanOrEqual(before);
      expect(names.length).toBeLessThanOrEqual(after + 1);
      await call(second, cookie, 'items.create', {
        boardId: board.id,
        groupId: board.groupId,
        name: 'Later',
      });
      expect((await namesOf(second, cookie, board.id)).at(-1)).toBe('Later');
    },
  );

  it('backs up a stopped installation, but no directory without one', async () => {
    const service = await installation.start().ready();
    await register(service, EMAIL);
    await service.discard();
    const place = directories.place();
    expect(await run(installation, ['backup', place])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Backed up \d+ rows of \d+ tables and 0 files to /),
    });
    const none = new Installation();
    others.push(none);
    const missing = await run(none, ['backup', directories.place()]);
    expect(missing).toMatchObject({
      status: 1,
      stdout: '',
      complaints: [
        `Trestle cannot back up: DATA_DIR ${none.dataDir} contains no database, and DATABASE_URL is not set`,
      ],
    });
    expect(readdirSync(none.dataDir)).toEqual([]);
  });

  it('restores again after it was killed', async () => {
    const service = await installation.start().ready();
    const cookie = await register(service, EMAIL);
    await service.discard();
    const store = await S3Server.start();
    try {
      const place = store.url({ prefix: 'monday' });
      expect(await run(installation, ['backup', place])).toMatchObject({ status: 0 });
      const restored = another();
      let reached: () => void = () => undefined;
      const isReading = new Promise<void>((resolve) => (reached = resolve));
      store.fault = (each) => {
        if (!each.includes('tables/users.copy.gz')) return undefined;
        reached();
        return 'hang';
      };
      const killed = command(restored, ['restore', place]);
      await isReading;
      killed.signal('SIGKILL');
      await once(killed.child, 'close');
      store.fault = () => undefined;

      const start = restored.start();
      expect(await start.over()).toBe(1);
      expect(start.complaints).toEqual([
        'Trestle cannot start: A restore of this database is running or was interrupted; run trestle restore again',
      ]);
      expect(await run(restored, ['restore', place])).toMatchObject({ status: 0 });
      const second = await restored.start().ready();
      expect(await emailOf(second, cookie)).toBe(EMAIL);
    } finally {
      await store.close();
    }
  });

  it('leaves nothing of a backup that a signal ends', async () => {
    const service = await installation.start().ready();
    await register(service, EMAIL);
    const store = await S3Server.start();
    try {
      let reached: () => void = () => undefined;
      const isWriting = new Promise<void>((resolve) => (reached = resolve));
      store.fault = (each) => {
        if (each.startsWith('PUT') && each.includes('users.copy.gz')) reached();
        return undefined;
      };
      const backup = command(installation, ['backup', store.url({ prefix: 'tuesday' })]);
      await isWriting;
      backup.signal('SIGTERM');
      expect(await backup.over()).toBe(1);
      expect(backup.complaints.at(-1)).toBe('Trestle cannot back up: interrupted by SIGTERM');
      expect([...store.objects.keys()]).toEqual([]);
    } finally {
      await store.close();
    }
  });

  it('does not restore where a service runs, or with another secret', async () => {
    const service = await installation.start().ready();
    await register(service, EMAIL);
    const place = directories.place();
    expect(await run(installation, ['backup', place])).toMatchObject({ status: 0 });
    const running = await run(installation, ['restore', place]);
    expect(running.status).toBe(1);
    expect(running.complaints.at(-1)).toContain('uses the data directory');
    const other = new Installation();
    others.push(other);
    writeFileSync(join(other.dataDir, 'app-secret'), 'another secret of at least thirty-two characters');
    const rejected = await run(other, ['restore', place]);
    expect(rejected.status).toBe(1);
    expect(rejected.complaints.at(-1)).toContain('written with another APP_SECRET');
    expect(readdirSync(other.dataDir)).toEqual(['app-secret']);
  });
});
