import { randomBytes } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { newId, type OrganizationId, type UserId } from '../../../../src/kernel/ids';
import { newTokenSecret, tokenDigest } from '../../../../src/modules/tokens/token-secret';
import { MEMBER_COUNT } from '../data/board-shape';
import { loadTrestleEvents } from '../data/trestle-events';
import { loadTrestleBoard, type TrestlePlace } from '../data/trestle-loader';
import type { BoardHandles, BoardPlan, RunningSubject, Subject, SubjectContext } from '../subject';

const ENTRY = join(process.cwd(), 'dist/src/main.js');
/** As `docker/trestle` sets them. */
const NODE_OPTIONS = `--max-semi-space-size=16 ${process.env['NODE_OPTIONS'] ?? ''}`;
const MALLOC_ARENA_MAX = '2';
const SCOPES = ['read', 'write', 'delete', 'admin', 'webhooks'];
const START_TIMEOUT_MS = 30_000;

/** The built service in a separate process, with its limits switched off. */
export class TrestleSubject implements Subject {
  readonly name = 'trestle';
  private client: Client | null = null;
  private server: ChildProcess | null = null;
  private baseUrl = '';
  private token = '';
  private place: TrestlePlace | null = null;
  private feedCursors: readonly string[] | null = null;
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'trestle-bench-data-'));

  /** With the jobs of files and computations only where these are measured: what is called is else the api's alone. */
  constructor(
    private readonly context: SubjectContext,
    private readonly roles: 'api' | 'all' = 'api',
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {}

  async start(): Promise<RunningSubject> {
    const port = await freePort();
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.server = spawn(process.execPath, [ENTRY], {
      env: {
        MALLOC_ARENA_MAX,
        ...process.env,
        NODE_OPTIONS,
        DATABASE_URL: this.context.databaseUrl,
        DATA_DIR: this.dataDir,
        APP_SECRET: randomBytes(32).toString('hex'),
        PORT: String(port),
        RATE_LIMITS: 'off',
        ...(this.roles === 'api' ? { ROLES: 'api' } : {}),
        ...this.settings,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await this.becomesReady();
    this.client = new Client({ connectionString: this.context.databaseUrl });
    await this.client.connect();
    await this.registerPeople(this.client);
    return { baseUrl: this.baseUrl, token: this.token, processId: this.server.pid! };
  }

  async load(plan: BoardPlan): Promise<BoardHandles> {
    const call = (name: string, input: object) => this.call(name, input) as Promise<never>;
    const board = await loadTrestleBoard(this.client!, call, this.place!, plan);
    const { eventCount } = plan;
    if (eventCount !== undefined)
      this.feedCursors ??= await loadTrestleEvents(this.client!, this.place!, board, eventCount);
    return { ...board, feedCursors: this.feedCursors ?? [] };
  }

  async stop(): Promise<void> {
    if (this.server && this.server.exitCode === null) {
      this.server.kill('SIGTERM');
      await once(this.server, 'exit');
    }
    await this.client?.end();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Where boards can be created, in an organization of eight members. */
  get projectId(): string {
    return this.place!.projectId;
  }

  /** As the owner. */
  async call(name: string, input: object): Promise<unknown> {
    const response = await fetch(`${this.baseUrl}/api/trpc/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    });
    const body = (await response.json()) as { result?: { data: { json: unknown } } };
    if (!body.result) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body.result.data.json;
  }

  private async becomesReady(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline && this.server!.exitCode === null) {
      const isReady = await fetch(`${this.baseUrl}/api/health`).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The service did not become ready');
  }

  /** An organization whose owner has a token of every scope, and the members that the people column chooses from. */
  private async registerPeople(client: Client): Promise<void> {
    const organizationId: OrganizationId = newId('organization');
    await client.query(
      `insert into organizations (id, name, slug, timezone, date_format, week_start, language, plan, created_at,
         updated_at)
       values ($1, 'Bench', 'bench', 'UTC', 'YYYY-MM-DD', 'monday', 'en', 'enterprise', now(), now())`,
      [organizationId],
    );
    const userIds: UserId[] = [];
    for (let at = 0; at < MEMBER_COUNT; at += 1) {
      const userId = newId('user');
      userIds.push(userId);
      await client.query(
        `insert into users (id, email, email_key, name, created_at, updated_at) values ($1, $2, $2, $3, now(), now())`,
        [userId, `member${at}@example.com`, `Member ${at}`],
      );
      await client.query(
        `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
         values ($1, $2, $3, 'active', now(), now(), now())`,
        [organizationId, userId, at === 0 ? 'owner' : 'member'],
      );
    }
    this.token = newTokenSecret();
    await client.query(
      `insert into tokens (organization_id, id, user_id, name, scopes, secret_digest, created_at)
       values ($1, $2, $3, 'bench', $4, $5, now())`,
      [organizationId, newId('token'), userIds[0], SCOPES, tokenDigest(this.token)],
    );
    const workspace = (await this.call('workspaces.create', { name: 'Bench' })) as { id: string };
    const project = (await this.call('projects.create', { workspaceId: workspace.id, name: 'Bench' })) as {
      id: string;
    };
    this.place = { organizationId, projectId: project.id, userIds };
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
