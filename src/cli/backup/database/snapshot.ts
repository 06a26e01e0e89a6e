import type { ClientBase } from 'pg';
import { LOCK_BACKUP } from '../../../platform/database/locks';
import { storedTables, type StoredTable } from './catalog';

const ATTEMPTS = 5;

/**
 * Opens a snapshot that lasts until the connection closes, in which every table stays: writers continue, and only what
 * would drop or rewrite a table waits. A partition of the log that expires is dropped by a later sweep.
 */
export async function openSnapshot(client: ClientBase): Promise<StoredTable[]> {
  await client.query(LOCK_BACKUP);
  for (let attempt = 1; ; attempt += 1) {
    const before = await storedTables(client);
    await client.query('begin transaction isolation level repeatable read read only');
    // Before the first read, which takes the snapshot.
    await lockTables(client, before);
    const tables = await storedTables(client);
    const locked = new Set(before.map(({ name }) => name));
    if (tables.every(({ name }) => locked.has(name))) return tables;
    // A partition was created in between.
    await client.query('rollback');
    if (attempt === ATTEMPTS) throw new Error('The tables of the database keep changing; try again later');
  }
}

async function lockTables(client: ClientBase, tables: readonly StoredTable[]): Promise<void> {
  if (tables.length === 0) return;
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access share mode`);
}
