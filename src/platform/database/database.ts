import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from './named-query';
import { TenantConnectionLimiter } from './tenant-connection-limiter';
import { poolOf } from './pool-of';
import type { Statement } from './statement';
import type { DatabaseContext } from './transaction';

/** Statements and entities, inside the context's transaction if it has one. */
@Injectable()
export class Database {
  private readonly pool: Pool;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly shares: TenantConnectionLimiter,
  ) {
    this.pool = poolOf(dataSource);
  }

  async query<Row>(context: DatabaseContext, statement: Statement, values: unknown[]): Promise<Row[]> {
    if (context.transaction) return context.transaction.query<Row>(statement, values);
    return this.shares.within(context, () => runNamed<Row>(this.pool, statement, values));
  }

  manager(context: DatabaseContext): EntityManager {
    return context.transaction?.manager ?? this.dataSource.manager;
  }
}

/** For reads outside a request that need no transaction. */
export const NO_TRANSACTION: DatabaseContext = { transaction: null };
