import { expect, it } from 'vitest';
import { GLOBAL_KEYS, GLOBAL_TABLES, isUntenanted, type Key } from '../../../architecture/rules/tenancy';
import { cloneDatabase } from '../../../support/database';
import { withClient } from '../../../support/global-setup';

// Partial and expression indexes too, which no entity shows. The first part is an expression where no column is found.
const KEYS = `
  select t.relname as "table", i.relname as name, coalesce(a.attname, 'an expression') as "firstColumn"
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class t on t.oid = x.indrelid
  left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
  where t.relnamespace = 'public'::regnamespace and x.indisunique
    and t.relname not in ('schema_functions', 'schema_migrations', 'schema_release')`;

async function keys(): Promise<Key[]> {
  return withClient(await cloneDatabase(), async (client) => (await client.query<Key>(KEYS)).rows);
}

it('has the organization first in every key, except for listed reasons', async () => {
  const untenanted = (await keys()).filter(isUntenanted);
  expect(untenanted).toEqual([]);
});

it('lists no exception that is not needed', async () => {
  const needed = (await keys()).filter(({ firstColumn }) => firstColumn !== 'organization_id');
  const names = Object.keys(GLOBAL_KEYS).filter((key) => !needed.some(({ name }) => name === key));
  const tables = Object.keys(GLOBAL_TABLES).filter((global) => !needed.some(({ table }) => table === global));
  expect([...tables, ...names]).toEqual([]);
});
