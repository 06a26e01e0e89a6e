import type { QueryRunner } from 'typeorm';
import { sqlState } from '../database-errors';
import { type FunctionFile, functionFiles } from './function-files';
import { inTransaction } from './migration-transaction';

const CREATE_RECORD = `create table if not exists schema_functions (name text primary key, digest text not null)`;

/** Functions that were applied and still exist. */
const APPLIED = `
  select name, digest from schema_functions
  where exists (
    select from pg_proc where proname = name and pronamespace = current_schema()::regnamespace)`;

const REMEMBER = `
  insert into schema_functions (name, digest) values ($1, $2)
  on conflict (name) do update set digest = excluded.digest`;

const OVERLOADS = `
  select oid::regprocedure::text as signature from pg_proc
  where proname = $1 and pronamespace = current_schema()::regnamespace`;

/** An overload that this transaction has not written belongs to an earlier text with other parameter types. */
const SUPERSEDED = `${OVERLOADS} and xmin <> pg_current_xact_id()::xid`;

/** `create or replace` cannot change parameter names or the result type. */
const CHANGED_SIGNATURE = '42P13';

/**
 * Synchronizes the database's functions with migrations/functions: applies changed files and drops functions whose file
 * was removed. Returns the names of both. Runs in one transaction, because functions call each other.
 */
export async function applyFunctions(
  runner: QueryRunner,
  files: readonly FunctionFile[] = functionFiles(),
): Promise<string[]> {
  const { changed, removed } = await differences(runner, files);
  if (changed.length === 0 && removed.length === 0) return [];
  const redefined = new Set<string>();
  for (;;) {
    let current = '';
    try {
      await inTransaction(runner, async () => {
        await runner.query(CREATE_RECORD);
        for (const name of removed) await remove(runner, name);
        for (const file of changed) {
          current = file.name;
          if (redefined.has(file.name)) await drop(runner, OVERLOADS, file.name);
          await apply(runner, file);
        }
      });
      return [...changed.map(({ name }) => name), ...removed];
    } catch (error) {
      if (sqlState(error) !== CHANGED_SIGNATURE || redefined.has(current)) throw error;
      redefined.add(current);
    }
  }
}

/** The names of the functions that `applyFunctions` would apply or drop. */
export async function planFunctions(runner: QueryRunner): Promise<string[]> {
  const { changed, removed } = await differences(runner, functionFiles());
  return [...changed.map(({ name }) => name), ...removed];
}

async function differences(
  runner: QueryRunner,
  files: readonly FunctionFile[],
): Promise<{ changed: FunctionFile[]; removed: string[] }> {
  const applied = await appliedDigests(runner);
  const names = new Set(files.map(({ name }) => name));
  return {
    changed: files.filter(({ name, digest }) => applied.get(name) !== digest),
    removed: [...applied.keys()].filter((name) => !names.has(name)),
  };
}

async function appliedDigests(runner: QueryRunner): Promise<Map<string, string>> {
  const [found] = (await runner.query(`select to_regclass('schema_functions') is not null as "exists"`)) as [
    { exists: boolean },
  ];
  if (!found.exists) return new Map();
  const rows = (await runner.query(APPLIED)) as { name: string; digest: string }[];
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

async function apply(runner: QueryRunner, { name, text, digest }: FunctionFile): Promise<void> {
  await runner.query(text);
  await drop(runner, SUPERSEDED, name);
  await runner.query(REMEMBER, [name, digest]);
}

async function remove(runner: QueryRunner, name: string): Promise<void> {
  await drop(runner, OVERLOADS, name);
  await runner.query('delete from schema_functions where name = $1', [name]);
}

async function drop(runner: QueryRunner, which: string, name: string): Promise<void> {
  const overloads = (await runner.query(which, [name])) as { signature: string }[];
  for (const { signature } of overloads) await runner.query(`drop function ${signature}`);
}
