import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg, { type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { ConfigurationProblem } from '../../config/configuration-problem';
import { DatabaseConfig } from '../../config/database.config';
import { Log } from '../../logging/log';
import { isStatementTimeout } from '../database-errors';
import { SESSION, STATEMENT_TIMEOUT_MS } from '../data-source';
import { runNamed } from '../named-query';
import { poolOf } from '../pool-of';
import { type Statement, statement } from '../statement';
import { ReplicaWatch } from './replica-watch';

/** How long a read waits for the replica to replay what is committed; usually it takes a few milliseconds. */
const PAUSES_MS = [2, 5, 10, 20, 40];
/** A read that gets no connection sooner uses the primary. */
const CONNECTION_TIMEOUT_MS = 1_000;

// Every acknowledged commit is before this position. Without synchronous commits it may not have been flushed.
const COMMITTED = statement(
  'replica.committed',
  `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
     else pg_current_wal_flush_lsn() end::text as position`,
);

const HAS_REPLAYED = statement(
  'replica.has-replayed',
  `select coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isCurrent"`,
);

/**
 * Reads from the replica what the primary would return: every statement first asks the primary how far it has committed, and is
 * sent to the replica once that has been replayed (decision 0100).
 */
@Injectable()
export class ReadReplica implements OnApplicationShutdown {
  private readonly pool: pg.Pool | null;
  private readonly clients = new Set<PoolClient>();
  /** False after a read that waited in vain: those after it check once, and do not wait. */
  private keepsUp = true;

  constructor(
    @Inject(DataSource) private readonly primary: DataSource,
    { readUrl, poolSize }: DatabaseConfig,
    private readonly watch: ReplicaWatch,
    private readonly log: Log,
  ) {
    this.pool = readUrl === undefined ? null : this.open(readUrl, poolSize);
    watch.onLoss(() => this.discardConnections());
  }

  get isConfigured(): boolean {
    return this.pool !== null;
  }

  get isUsable(): boolean {
    return this.pool !== null && this.watch.state.problem === null;
  }

  /** Null when the primary has to serve the read. */
  async read<Row>(asked: Statement, values: unknown[]): Promise<Row[] | null> {
    const { rows } = await runNamed<{ position: string }>(poolOf(this.primary), COMMITTED, []);
    let client: PoolClient;
    try {
      client = await this.pool!.connect();
    } catch {
      return null;
    }
    try {
      const isCurrent = await this.hasReplayed(client, rows[0]!.position);
      const result = isCurrent ? (await runNamed<Row>(client, asked, values)).rows : null;
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      // It would take as long on the primary.
      if (isStatementTimeout(error)) throw error;
      this.log.warn('a read of the read replica failed and is repeated on the primary', { error });
      return null;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  /** On the connection of the read itself: behind one address there may be several replicas. */
  private async hasReplayed(client: PoolClient, position: string): Promise<boolean> {
    const pauses = this.keepsUp ? PAUSES_MS.values() : [].values();
    for (;;) {
      const { rows } = await runNamed<{ isCurrent: boolean }>(client, HAS_REPLAYED, [position]);
      const pause = rows[0]!.isCurrent ? undefined : pauses.next().value;
      if (pause === undefined) return (this.keepsUp = rows[0]!.isCurrent);
      await delay(pause);
    }
  }

  private open(url: string, poolSize: number): pg.Pool {
    assertReadable(url);
    const pool = new pg.Pool({
      connectionString: url,
      ...SESSION,
      max: poolSize,
      application_name: 'trestle-reports',
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      // The server's own limit has no effect on a connection that was lost without notice.
      query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      this.clients.add(client);
      client.on('error', () => undefined);
      client.once('end', () => this.clients.delete(client));
    });
    return pool;
  }

  /** Reads that wait for a frozen server fail, and are repeated on the primary. */
  private discardConnections(): void {
    for (const client of this.clients)
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

/** The driver reads the files of certificates when it connects, which stops a read and not the start. */
function assertReadable(url: string): void {
  try {
    void new pg.Client({ connectionString: url });
  } catch (error) {
    const { code = '', path = '' } = error as { code?: string; path?: string };
    throw new ConfigurationProblem(`DATABASE_READ_URL: the file ${path} cannot be read (${code})`);
  }
}
