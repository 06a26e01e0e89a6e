import { Log } from '../logging/log';
import { Database, NO_TRANSACTION } from './database';
import { type LastUse, LastUsedBuffer } from './last-used-buffer';
import { type Statement, statement } from './statement';

export interface LastUsedColumn {
  table: string;
  /** The columns of the primary key, in their order. */
  key: readonly string[];
  column: string;
  flushEveryMs: number;
}

/** No key contains a space: ids are a prefix, an underscore and a ULID. */
const SEPARATOR = ' ';

/** Records when the rows of a table were last used without a write per use. */
export abstract class LastUsedRecorder<K extends readonly string[]> extends LastUsedBuffer {
  private readonly record: Statement;

  constructor(
    private readonly database: Database,
    log: Log,
    private readonly of: LastUsedColumn,
  ) {
    super(log, of.flushEveryMs);
    this.record = recording(of);
  }

  note(...key: K): void {
    this.noteKey(key.join(SEPARATOR));
  }

  protected async write(uses: readonly LastUse[]): Promise<void> {
    const keys = uses.map(([key]) => key.split(SEPARATOR));
    const columns = this.of.key.map((_, at) => keys.map((key) => key[at]));
    await this.database.query(NO_TRANSACTION, this.record, [...columns, uses.map(([, at]) => at)]);
  }
}

/** Locks in the order of the key, so that two replicas that record the same rows do not deadlock. */
function recording({ table, key, column }: LastUsedColumn): Statement {
  const keys = key.join(', ');
  const ofTable = key.map((name) => `${table}.${name}`).join(', ');
  const arrays = key.map((_, at) => `$${at + 1}::text[]`).join(', ');
  return statement(
    `${table}.record-last-use`,
    `update ${table} set ${column} = note.at
     from (
       select ${ofTable}, use.at
       from unnest(${arrays}, $${key.length + 1}::timestamptz[]) as use (${keys}, at)
       join ${table} using (${keys})
       where ${table}.${column} is null or ${table}.${column} < use.at
       order by ${ofTable}
       for no key update of ${table}
     ) note
     where ${key.map((name) => `${table}.${name} = note.${name}`).join(' and ')}`,
  );
}
