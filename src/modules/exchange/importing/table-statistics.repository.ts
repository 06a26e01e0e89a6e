import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

/** Below this share of new rows the statistics of before still tell the planner enough. */
const SHARE = 0.1;

// What an import fills, of all organizations: tables have one statistic. -1 stands for none at all.
const ARE_STALE = statement(
  'imports.are-statistics-stale',
  `select from pg_class where oid = 'items'::regclass and (reltuples < 0 or $1::float8 >= reltuples * ${SHARE})`,
);

// Whoever analyzes a table already does it for this import too.
const ANALYZE = statement(
  'imports.analyze',
  `analyze (skip_locked) items, item_values, item_runs, columns, groups`,
);

/** What PostgreSQL's planner knows of the tables that imports fill. */
@Injectable()
export class TableStatistics {
  constructor(private readonly database: Database) {}

  /**
   * After a load that changes the picture: autovacuum comes minutes later, and until then pages of the new items would
   * be planned as if the tables were empty.
   */
  async refresh(addedItems: number): Promise<void> {
    const stale = await this.database.query(NO_TRANSACTION, ARE_STALE, [addedItems]);
    if (stale.length > 0) await this.database.query(NO_TRANSACTION, ANALYZE, []);
  }
}
