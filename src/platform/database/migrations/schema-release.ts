import type { QueryRunner } from 'typeorm';

/** Of the release that migrated a database last. */
export interface SchemaRelease {
  version: string;
  /** The name of a migration: releases that have it work on this schema, releases without it do not. */
  compatibleSince: string;
}

/** One row. Outside the migrations, because releases read it before they know which migrations were applied. */
const CREATE = `
  create table if not exists schema_release (
    singleton boolean primary key default true check (singleton),
    version text not null,
    compatible_since text not null)`;

const WRITE = `
  insert into schema_release (version, compatible_since) values ($1, $2)
  on conflict (singleton) do update set version = excluded.version, compatible_since = excluded.compatible_since`;

/** Null for a database that is empty, or was last migrated by a release that did not record itself. */
export async function readSchemaRelease(runner: QueryRunner): Promise<SchemaRelease | null> {
  const [found] = (await runner.query(`select to_regclass('schema_release') is not null as "exists"`)) as [
    { exists: boolean },
  ];
  if (!found.exists) return null;
  const [row] = (await runner.query(
    'select version, compatible_since as "compatibleSince" from schema_release',
  )) as SchemaRelease[];
  return row ?? null;
}

export async function writeSchemaRelease(
  runner: QueryRunner,
  { version, compatibleSince }: SchemaRelease,
): Promise<void> {
  await runner.query(CREATE);
  await runner.query(WRITE, [version, compatibleSince]);
}

/** Pre-releases count as their version: development continues on the database of each of them. */
export function isLaterVersion(version: string, than: string): boolean {
  const [left, right] = [version, than].map((each) => each.split('-', 1)[0]!) as [string, string];
  return left.localeCompare(right, 'en', { numeric: true }) > 0;
}
