import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DatabaseUrl } from '../database/change-listener';
import { KEEP_ALIVE } from '../database/data-source';
import { OpenConnections } from '../database/open-connections';
import { Log } from '../logging/log';
import { LOCK_WORKER } from '../database/locks';

const RECONNECT_MS = 500;
/** A worker that reconnects sooner is not missed: others take its jobs over after ten seconds at the earliest. */
const MISSED_AFTER_MS = 5_000;

/** The server closes the connection of an unreachable machine after some 30 seconds instead of two hours. */
const SESSION_SETTINGS = ['tcp_keepalives_idle=15', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=3'];

/**
 * Proves that a worker is alive: an advisory lock on a dedicated connection, which PostgreSQL releases when the process
 * exits for any reason. A heartbeat table was rejected: it mistakes a delayed process for a dead one.
 */
@Injectable()
export class WorkerPresence {
  private client: pg.Client | null = null;
  private workerId: string | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly url: DatabaseUrl,
    private readonly connections: OpenConnections,
    private readonly log: Log,
  ) {}

  /** When the lock was lost, on the clock of `performance`; null while the worker has it. */
  private lostAt: number | null = null;

  /** True while the lock is held, and shortly after its connection was lost. */
  get isPresent(): boolean {
    return (
      this.workerId !== null && (this.lostAt === null || performance.now() - this.lostAt < MISSED_AFTER_MS)
    );
  }

  async begin(workerId: string): Promise<void> {
    this.workerId = workerId;
    this.lostAt = performance.now();
    await this.connect(workerId);
  }

  async end(): Promise<void> {
    this.workerId = null;
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
      ...KEEP_ALIVE,
    });
    client.on('error', (error) => this.lose(client, workerId, error));
    client.on('end', () => this.lose(client, workerId));
    this.client = client;
    try {
      await client.connect();
      await this.connections.add(client);
      await client.query(LOCK_WORKER, [workerId]);
      if (this.client === client) this.lostAt = null;
    } catch (error) {
      this.lose(client, workerId, error);
    }
  }

  private lose(client: pg.Client, workerId: string, error?: unknown): void {
    if (this.client !== client || this.workerId !== workerId) return;
    this.client = null;
    this.lostAt ??= performance.now();
    this.log.warn('worker presence lost, reconnecting', { error });
    client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.connect(workerId), RECONNECT_MS);
    this.timer.unref();
  }
}
