import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { sqlState } from '../../../platform/database/database-errors';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { inBatches } from '../../../platform/schedule/in-batches';
import { KEYED_TABLES, ofOrganization } from './keyed-tables';

const BATCH = 2_000;
const STILL_REFERRED_TO = '23503';

// Queried from the catalog instead of listed here, so that the tables of a new module are included.
const TABLES = statement(
  'organization-purge.tables',
  `select class.relname as name, coalesce(inhparent::regclass::text, class.relname) as root
   from pg_class class
   join pg_attribute attribute on attribute.attrelid = class.oid
   left join pg_inherits on inhrelid = class.oid
   where class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace
     and attribute.attname = 'organization_id' and not attribute.attisdropped
   order by class.relname`,
);

const EMPTY = statementFamily(
  'organization-purge.empty',
  (table: string) => `
  with gone as (
    delete from "${table}" where ${ofOrganization(table, '$1')}
      and ctid = any (array(select ctid from "${table}" where ${ofOrganization(table, '$1')} limit ${BATCH}))
    returning 1)
  select count(*)::int as count from gone`,
);

const ALLOW_LONG = statement('organization-purge.allow-long', `set local statement_timeout = '300s'`);

const DELETE = statement(
  'organization-purge.delete',
  `delete from organizations where id = $1 and deleted_at is not null`,
);

/** Every table with rows of organizations. */
@Injectable()
export class OrganizationPurgeRepository {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Without these tables and their partitions. */
  async tables(except: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ name: string; root: string }>(NO_TRANSACTION, TABLES, []);
    const tables = rows.filter(({ root }) => !except.includes(root)).map(({ name }) => name);
    return [...KEYED_TABLES, ...tables];
  }

  /** False if rows of other tables still reference some of these. */
  async empty(context: TenantContext, table: string, signal: AbortSignal): Promise<boolean> {
    try {
      await inBatches(async () => {
        // In separate transactions, which are retried after a deadlock with another cascade.
        return this.transactions.run(context, async (tx) => {
          const values = [tx.organizationId];
          const [row] = await this.database.query<{ count: number }>(tx, EMPTY(table), values);
          return row!.count;
        });
      }, signal);
      return true;
    } catch (error) {
      if (sqlState(error) === STILL_REFERRED_TO) return false;
      throw error;
    }
  }

  async deleteOrganization(context: TenantContext): Promise<void> {
    await this.transactions.run(context, async (tx) => {
      await this.database.query(tx, ALLOW_LONG, []);
      await this.database.query(tx, DELETE, [tx.organizationId]);
    });
  }
}
