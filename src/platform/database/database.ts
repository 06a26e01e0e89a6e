import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { isDryRun } from '../dry-run/dry-run';
import { EntityQueryRunner } from './entity-query-runner';
import { LookupConnection } from './lookups/lookup-connection';
import { runNamed, type StatementResult } from './named-query';
import { TenantConnectionLimiter } from './tenant-connection-limiter';
import { poolOf } from './pool-of';
import { type Statement, statement as defined } from './statement';
import { type DatabaseContext, hasCurrentAccess, type InTransaction } from './transaction';

const BEGIN_READ_ONLY = defined('database.begin-read-only', 'begin read only');
const ROLLBACK = defined('database.rollback', 'rollback');

/** Statements and entities, inside the context's transaction if it has one. */
@Injectable()
export class Database {
  private readonly pool: Pool;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly shares: TenantConnectionLimiter,
    private readonly lookups: LookupConnection,
  ) {
    this.pool = poolOf(dataSource);
  }

  async query<Row>(context: DatabaseContext, statement: Statement, values: unknown[]): Promise<Row[]> {
    return (await this.send<Row>(context, statement, values)).rows;
  }

  /**
   * As `query`, for reads that always take less than a millisecond: of a few rows or of a short page, by an index. Outside of a
   * transaction they share a connection, on which a longer read would delay all others.
   */
  async lookup<Row>(context: DatabaseContext, statement: Statement, values: unknown[]): Promise<Row[]> {
    if (context.transaction || !this.lookups.isUsable) return this.query<Row>(context, statement, values);
    this.shares.assertServerResponds();
    return (await runNamed<Row>(this.lookups, statement, values)).rows;
  }

  /**
   * The last statement of a transaction, sent with its commit. It ends with `item_write_is_in_time`, in place of the check of the
   * caller's access between the statement and the commit (decision 0106).
   */
  async queryLast<Row>(
    context: InTransaction<DatabaseContext>,
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    // Otherwise the runner reads the access again before it commits.
    if (!hasCurrentAccess(context)) return this.query<Row>(context, statement, values);
    return (await context.transaction.commitWith<Row>(statement, values)).rows;
  }

  /**
   * TypeORM's repository of one table, whose statements go the same way as those of `query`. For plain reads and writes
   * by a key: every call names the organization of a tenant's row, and none uses `save`, which reads before it writes.
   */
  repository<Row extends ObjectLiteral>(
    context: DatabaseContext,
    entity: EntityTarget<Row>,
  ): Repository<Row> {
    const runner = new EntityQueryRunner(this.dataSource, (statement, values) =>
      this.send(context, statement, values),
    );
    return this.dataSource.createEntityManager(runner).getRepository(entity);
  }

  private send<Row>(
    context: DatabaseContext,
    statement: Statement,
    values: unknown[],
  ): Promise<StatementResult<Row>> {
    if (context.transaction) return context.transaction.send<Row>(statement, values);
    if (isDryRun()) return this.shares.within(context, () => this.readOnly<Row>(statement, values));
    return this.shares.within(context, () => runNamed<Row>(this.pool, statement, values));
  }

  /** A write beside the transaction of a dry run, which the rollback would not undo, fails. */
  private async readOnly<Row>(statement: Statement, values: unknown[]): Promise<StatementResult<Row>> {
    const client = await this.pool.connect();
    try {
      return await runNamed<Row>(client, statement, values, [{ statement: BEGIN_READ_ONLY, values: [] }]);
    } finally {
      await runNamed(client, ROLLBACK, []).finally(() => client.release());
    }
  }
}

/** For reads outside a request that need no transaction. */
export const NO_TRANSACTION: DatabaseContext = { transaction: null };
