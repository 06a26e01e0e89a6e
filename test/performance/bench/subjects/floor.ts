import { randomBytes } from 'node:crypto';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { loadFloorEvents } from '../data/floor-events';
import { loadFloorBoard } from '../data/floor-loader';
import { tokenHash } from '../floor/caller';
import { FUNCTIONS } from '../floor/functions';
import { EXTENSION, TABLES } from '../floor/schema';
import { type FloorPeople, registerPeople } from '../data/floor-people';
import type { BoardHandles, BoardPlan, RunningSubject, Subject, SubjectContext } from '../subject';

const ENTRY = join(__dirname, '../floor/main.js');

/** The bare floor in a separate schema. */
export class FloorSubject implements Subject {
  readonly name = 'floor';
  private client: Client | null = null;
  private server: ChildProcess | null = null;
  private people: FloorPeople | null = null;
  private feedCursors: readonly string[] | null = null;

  constructor(
    private readonly context: SubjectContext,
    private readonly schema = 'floor',
  ) {}

  async start(): Promise<RunningSubject> {
    const client = new Client({
      connectionString: this.context.databaseUrl,
      options: `-c search_path=${this.schema} -c timezone=UTC`,
    });
    this.client = client;
    await client.connect();
    await client.query(`create schema ${this.schema}`);
    await client.query([EXTENSION, TABLES, ...FUNCTIONS].join('\n'));
    const token = `svc_pat_${randomBytes(24).toString('base64url')}`;
    this.people = await registerPeople(client, tokenHash(token));
    const server = fork(ENTRY, [this.context.databaseUrl, this.schema]);
    this.server = server;
    const [ready] = (await Promise.race([
      once(server, 'message'),
      once(server, 'exit').then(() => Promise.reject(new Error('The floor ended before it served'))),
    ])) as [{ baseUrl: string }];
    return { baseUrl: ready.baseUrl, token, processId: server.pid! };
  }

  async load(plan: BoardPlan): Promise<BoardHandles> {
    const board = await loadFloorBoard(this.client!, plan, this.people!);
    const { eventCount } = plan;
    if (eventCount !== undefined) this.feedCursors ??= await loadFloorEvents(this.client!, board, eventCount);
    return { ...board, feedCursors: this.feedCursors ?? [] };
  }

  async stop(): Promise<void> {
    if (this.server?.connected) {
      const ended = once(this.server, 'exit');
      this.server.disconnect();
      await ended;
    }
    await this.client?.end();
  }
}
