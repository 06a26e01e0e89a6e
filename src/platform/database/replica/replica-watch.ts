import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { DatabaseConfig } from '../../config/database.config';
import { Log } from '../../logging/log';
import { KEEP_ALIVE } from '../data-source';
import { runNamed } from '../named-query';
import { poolOf } from '../pool-of';
import { statement } from '../statement';
import { ReplicaLag } from './replica-lag';
import { walPosition } from './wal-position';

const PAUSE_MS = 500;
/** A server that takes longer counts as down, even if it is only frozen. */
const TIMEOUT_MS = 2_000;
/** Reads use the primary when the data of the replica is older. */
const MAX_LAG_MS = 5_000;

// A copy of the server has the same number of the cluster and of the database; another database has no rows of ours.
const IDENTITY = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`;

const PRIMARY = statement(
  'replica-watch.primary',
  `select pg_current_wal_flush_lsn()::text as position, ${IDENTITY} as identity`,
);

const REPLICA = `select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn()::text as position,
  ${IDENTITY} as identity`;

interface PrimaryRow {
  position: string;
  identity: string;
}

interface ReplicaRow {
  isReplica: boolean;
  position: string | null;
  identity: string;
}

export interface ReplicaState {
  /** Why reads use the primary, without hosts and causes; null when they use the replica. */
  problem: string | null;
  /** Null when it cannot be measured. */
  lagMs: number | null;
}

/** Checks the read replica twice a second: whether it responds, is a copy of this database, and how far it is behind. */
@Injectable()
export class ReplicaWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  state: ReplicaState = { problem: 'the read replica has not been checked yet', lagMs: null };

  private readonly ending = new AbortController();
  private readonly lag = new ReplicaLag();
  private readonly lossListeners: (() => void)[] = [];
  private client: pg.Client | null = null;
  private checking: Promise<void> | null = null;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly config: DatabaseConfig,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    // The start does not wait: a process without its replica serves all requests.
    if (this.config.readUrl !== undefined) this.checking = this.repeat(this.config.readUrl);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    this.close();
    await this.checking;
  }

  /** Called when the replica stops responding; must not throw. */
  onLoss(listener: () => void): void {
    this.lossListeners.push(listener);
  }

  private async repeat(url: string): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await this.check(url);
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async check(url: string): Promise<void> {
    let primary: PrimaryRow;
    try {
      primary = await this.askPrimary();
    } catch (error) {
      // Without the primary no call is served; ConnectionWatch reports it.
      if (!this.ending.signal.aborted)
        this.enter({ problem: 'the primary cannot be compared', lagMs: null }, error);
      return;
    }
    try {
      const replica = await this.askReplica(url);
      this.enter(this.judge(primary, replica));
    } catch (error) {
      this.close();
      if (this.ending.signal.aborted) return;
      this.enter({ problem: 'the read replica does not respond', lagMs: null }, error);
      for (const listener of this.lossListeners) listener();
    }
  }

  private judge(primary: PrimaryRow, replica: ReplicaRow): ReplicaState {
    if (!replica.isReplica || replica.position === null || replica.identity !== primary.identity)
      return { problem: 'the server is not a replica of this database', lagMs: null };
    const lagMs = this.lag.of(walPosition(replica.position), performance.now());
    return { problem: lagMs > MAX_LAG_MS ? 'the read replica is too far behind' : null, lagMs };
  }

  private async askPrimary(): Promise<PrimaryRow> {
    const beganMs = performance.now();
    const { rows } = await runNamed<PrimaryRow>(poolOf(this.dataSource), PRIMARY, []);
    this.lag.addPrimary(walPosition(rows[0]!.position), beganMs);
    return rows[0]!;
  }

  private async askReplica(url: string): Promise<ReplicaRow> {
    this.client ??= await connect(url);
    const { rows } = await this.client.query<ReplicaRow>(REPLICA);
    return rows[0]!;
  }

  private close(): void {
    this.client?.end().catch(() => undefined);
    this.client = null;
  }

  private enter(state: ReplicaState, error?: unknown): void {
    const before = this.state.problem;
    this.state = state;
    if (before === state.problem) return;
    if (state.problem === null) this.log.info('reports are read from the read replica');
    else this.log.warn(`DATABASE_READ_URL is not used: ${state.problem}`, { error });
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trestle-replica-watch',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    ...KEEP_ALIVE,
  });
  // Without a listener, a lost connection would terminate the process; the next check notices it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
