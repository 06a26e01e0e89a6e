import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DatabaseUrl } from '../database/change-listener';
import { Log } from '../logging/log';
import { WORKER_LOCKS } from './worker-locks';

const RECONNECT_MS = 500;

/** The server gives up on a machine that has vanished without a word after some 30 seconds, not after two hours. */
const SESSION_SETTINGS = ['tcp_keepalives_idle=15', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=3'];

/**
 * Proves that a worker is alive: an advisory lock on a connection of its own. PostgreSQL lets go of it the moment the
 * process ends, however it ends. A table of heartbeats was refused: it takes a process that was held up for dead.
 */
@Injectable()
export class WorkerPresence {
  private client: pg.Client | null = null;
  private workerId: string | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly url: DatabaseUrl,
    private readonly log: Log,
  ) {}

  isHeld = false;

  async begin(workerId: string): Promise<void> {
    this.workerId = workerId;
    await this.connect(workerId);
  }

  async end(): Promise<void> {
    this.workerId = null;
    this.isHeld = false;
    if (this.timer) clearTimeout(this.timer);
    const client = this.client;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private async connect(workerId: string): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url.value,
      application_name: 'trestle-worker',
      options: SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' '),
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', (error) => this.lose(client, workerId, error));
    client.on('end', () => this.lose(client, workerId));
    this.client = client;
    try {
      await client.connect();
      await client.query('select pg_advisory_lock($1, hashtext($2))', [WORKER_LOCKS, workerId]);
      this.isHeld = this.client === client;
    } catch (error) {
      this.lose(client, workerId, error);
    }
  }

  private lose(client: pg.Client, workerId: string, error?: unknown): void {
    if (this.client !== client || this.workerId !== workerId) return;
    this.client = null;
    this.isHeld = false;
    this.log.warn('worker presence lost, reconnecting', { error });
    client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.connect(workerId), RECONNECT_MS);
    this.timer.unref();
  }
}
