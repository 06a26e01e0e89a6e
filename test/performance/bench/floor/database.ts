import { Pool } from 'pg';
import type { Statement } from './statements';

/**
 * More connections make writes slower: more of them wait for the same counter (16: creations a tenth slower).
 */
const CONNECTIONS = 8;

const SESSION_SETTINGS = [
  'timezone=UTC',
  // A parameter never changes which index is right here, and planning takes as long as the page it is for.
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  // Every item of a page is looked up once: a cache of lookups only costs.
  'enable_memoize=off',
  // Boards, groups and counters are few at first: plans made then would keep reading their tables whole
  // (items.get: a fifth of its time).
  'enable_seqscan=off',
];

const AS_TEXT = (text: string) => text;
/** The driver returns everything as PostgreSQL wrote it; numbers and JSON are copied into the response. */
const types = { getTypeParser: () => AS_TEXT };

export type Row = readonly (string | null)[];

export class Database {
  private readonly pool: Pool;

  constructor(url: string, schema: string) {
    this.pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      // A timer per query, started when its connection comes back, is 2% of what items.get costs.
      idleTimeoutMillis: 0,
      options: [`search_path=${schema}`, ...SESSION_SETTINGS].map((setting) => `-c ${setting}`).join(' '),
      types: types as never,
    });
  }

  /** One round trip. Rows are arrays: named fields would be built for nothing. */
  async rows({ name, text }: Statement, values: unknown[]): Promise<Row[]> {
    const result = await this.pool.query<(string | null)[]>({ name, text, values, rowMode: 'array' });
    return result.rows;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
