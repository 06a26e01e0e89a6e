import type { ClientBase } from 'pg';
import { sqlState } from '../../../platform/database/database-errors';
import { DamagedBackup } from '../backup-problem';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Not those of partitions, which follow their table. */
const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
  order by 1, 2`;

const VIOLATION = '23503';

/**
 * Drops every foreign key: rows arrive table by table, and to switch the keys off would need a superuser. Returns the
 * function that adds them again, which checks every row.
 */
export async function dropForeignKeys(client: ClientBase): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const key of keys) await addForeignKey(client, key);
  };
}

async function addForeignKey(client: ClientBase, { table, name, definition }: ForeignKey): Promise<void> {
  try {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  } catch (error) {
    if (sqlState(error) !== VIOLATION) throw error;
    throw new DamagedBackup(`The rows of ${table} refer to rows that the backup does not contain (${name})`);
  }
}
