import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

/** Below this share of new rows the previous statistics are still good enough for the planner. */
const SHARE = 0.1;

// The tables that imports fill, for all organizations together, because a table has one statistic. -1 means that it has none.
const ARE_STALE = statement(
  'imports.are-statistics-stale',
  `select from pg_class where oid = 'items'::regclass and (reltuples < 0 or $1::float8 >= reltuples * ${SHARE})`,
);

// A concurrent ANALYZE of a table serves this import too.
const ANALYZE = statement(
  'imports.analyze',
  `analyze (skip_locked) items, item_values, item_runs, columns, groups`,
);

/** The planner statistics of the tables that imports fill. */
@Injectable()
export class TableStatisticsRepository {
  constructor(private readonly database: Database) {}

  /**
   * After a large load: autovacuum runs minutes later, and until then queries on the new items would be planned as
   * if the tables were empty.
   */
  async refresh(addedItems: number): Promise<void> {
    const stale = await this.database.query(NO_TRANSACTION, ARE_STALE, [addedItems]);
    if (stale.length > 0) await this.database.query(NO_TRANSACTION, ANALYZE, []);
  }
}
