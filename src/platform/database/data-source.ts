import { DataSource } from 'typeorm';
import pg, { type ClientBase } from 'pg';
import { isoTimestamp } from './timestamp';

export interface DataSourceOptions {
  url: string;
  poolSize: number;
  entities: (abstract new () => object)[];
  /** Resolves before the pool uses the new connection. */
  onConnect?: (client: ClientBase) => Promise<void>;
}

const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_PARSER = (text: string) => isoTimestamp(text);

/** The driver returns timestamps as text in the API's format; entities convert them to dates themselves. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary' ? TIMESTAMPTZ_PARSER : pg.types.getTypeParser(oid, format),
};

/** After this time PostgreSQL cancels a statement of a request. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** Session settings of every connection. */
const SESSION_SETTINGS = [
  'timezone=UTC',
  // Parameters never change which index is right here, and a custom plan costs as much as the page that it reads.
  'plan_cache_mode=force_generic_plan',
  `statement_timeout=${STATEMENT_TIMEOUT_MS}`,
  'idle_in_transaction_session_timeout=15s',
  // Each statement here has an index. Small tables tempt the planner into sequential scans, and a generic plan remains in
  // use after they have grown. Memoizing single look-ups costs more than the look-ups.
  'enable_seqscan=off',
  'enable_memoize=off',
  // With the default of 4 the planner prefers a bitmap scan of a whole list and a sort to a scan of the ordered index,
  // which stops after a page (decision 0050).
  'random_page_cost=1',
  // The index of names for searches collects this much before a write merges it: a search reads it completely.
  'gin_pending_list_limit=256kB',
  // Just-in-time compilation and parallel workers take longer to start than any statement of ours takes to run.
  'jit=off',
  'max_parallel_workers_per_gather=0',
];

/** How long a call waits for a connection: longer than ConnectionWatch takes to detect an unresponsive server. */
export const CONNECTION_TIMEOUT_MS = 4_500;

/** The operating system detects a lost peer of an idle connection after 20 seconds instead of two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** What the pools of the primary and of the read replica have in common. */
export const SESSION = {
  options: SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' '),
  idleTimeoutMillis: 60_000,
  ...KEEP_ALIVE,
  types,
};

export function createDataSource({ url, poolSize, entities, onConnect }: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities: entities as never,
    synchronize: false,
    logging: false,
    extra: {
      ...SESSION,
      max: poolSize,
      application_name: 'trestle',
      // An exhausted pool or an unreachable server fails the call instead of blocking it.
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      onConnect,
    },
  });
}
