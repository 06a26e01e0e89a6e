import { DataSource } from 'typeorm';
import pg from 'pg';
import { MIGRATIONS } from '../../../migrations';
import { isoTimestamp } from './timestamp';

export interface DataSourceOptions {
  url: string;
  poolSize: number;
  entities: (abstract new () => object)[];
}

const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_PARSER = (text: string) => isoTimestamp(text);

/** Timestamps leave the driver as the wire's text; entities turn them into dates themselves. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary' ? TIMESTAMPTZ_PARSER : pg.types.getTypeParser(oid, format),
};

/** Session settings of every connection. */
const SESSION_SETTINGS = [
  'timezone=UTC',
  // Parameters never change which index is right here, and a custom plan costs as much as the page it is for.
  'plan_cache_mode=force_generic_plan',
  'statement_timeout=10s',
  'idle_in_transaction_session_timeout=15s',
  // Statements here have an index each. Small tables tempt the planner to read them whole, and a generic plan once made
  // stays when they have grown; remembering results of single look-ups costs more than the look-ups.
  'enable_seqscan=off',
  'enable_memoize=off',
  // With the default of 4 the planner finds it cheaper to fetch a whole list by a bitmap and to sort it than to walk the
  // index that has its order, which stops after a page (decision 0050).
  'random_page_cost=1',
  // Just-in-time compilation takes longer than any statement of ours, and so does starting processes for a part of one.
  'jit=off',
  'max_parallel_workers_per_gather=0',
];

export function createDataSource({ url, poolSize, entities }: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities: entities as never,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    extra: {
      max: poolSize,
      options: SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' '),
      application_name: 'trestle',
      // A pool that is exhausted, or a server that is away, fails the call instead of hanging it.
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      types,
    },
  });
}
