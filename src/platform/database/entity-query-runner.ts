import { type DataSource, QueryResult } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import type { StatementResult } from './named-query';
import { type Statement, StatementShapes } from './statement';

/** The texts come from code. They are apart from those of requests, whose filters can use up the names of a process. */
const SHAPES = new StatementShapes(500);

/**
 * TypeORM's way to the server. Its own takes a connection past the organization's share of the pool, sends texts without
 * names, which PostgreSQL parses and plans on every call, and wraps errors.
 */
export class EntityQueryRunner extends PostgresQueryRunner {
  constructor(
    dataSource: DataSource,
    private readonly send: (statement: Statement, values: unknown[]) => Promise<StatementResult<unknown>>,
  ) {
    super(dataSource.driver as PostgresDriver, 'master');
  }

  override async query(text: string, values: unknown[] = []): Promise<QueryResult> {
    const { rows, rowCount } = await this.send(SHAPES.find('entity', text), values);
    return Object.assign(new QueryResult(), { raw: rows, records: rows, affected: rowCount ?? 0 });
  }
}
