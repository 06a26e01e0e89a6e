import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { LOCK_BACKUP } from '../locks';
import { poolOf } from '../pool-of';

/** Large reads take their time, and the text of times must not depend on the settings of the server. */
const SETTINGS = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'`;

/** Rows that are in memory at a time. */
const ROWS = 100;

/** Reads of one point in time. */
export class SnapshotReader {
  constructor(private readonly client: ClientBase) {}

  async query<Row>(text: string): Promise<Row[]> {
    return (await this.client.query(text)).rows as Row[];
  }

  /** All rows of a query of one column of text, batch by batch. One at a time. */
  async *batches(query: string): AsyncGenerator<string[]> {
    await this.client.query(`declare snapshot_rows no scroll cursor for ${query}`);
    for (;;) {
      const { rows } = await this.client.query<string[]>({
        text: `fetch ${ROWS} from snapshot_rows`,
        rowMode: 'array',
      });
      if (rows.length > 0) yield rows.map(([text]) => text!);
      if (rows.length < ROWS) break;
    }
    await this.client.query('close snapshot_rows');
  }

  literal(text: string): string {
    return this.client.escapeLiteral(text);
  }
}

/** Reads many tables as they are at one point in time, on the primary: a replica cancels transactions that last. */
@Injectable()
export class ReadSnapshot {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async read<T>(work: (reader: SnapshotReader) => Promise<T>): Promise<T> {
    const client = await poolOf(this.dataSource).connect();
    try {
      // Until the connection closes. A partition that is dropped meanwhile would first block all users of its table.
      await client.query(LOCK_BACKUP);
      await client.query('begin transaction isolation level repeatable read read only');
      await client.query(SETTINGS);
      return await work(new SnapshotReader(client));
    } finally {
      client.release(true);
    }
  }
}
