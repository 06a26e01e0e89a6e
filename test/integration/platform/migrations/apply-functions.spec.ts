import { createHash } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyFunctions } from '../../../../src/platform/database/migrations/apply-functions';
import {
  type FunctionFile,
  functionFiles,
} from '../../../../src/platform/database/migrations/function-files';
import {
  createMigrationSource,
  MIGRATION_SETTINGS,
} from '../../../../src/platform/database/migrations/migration-source';
import { cloneDatabase } from '../../../support/database';

const file = (name: string, text: string): FunctionFile => ({
  name,
  text,
  digest: createHash('sha256').update(text).digest('hex'),
});

const twice = (parameter: string, type = 'integer') =>
  file(
    'twice',
    `create or replace function twice(${parameter} ${type}) returns ${type} language plpgsql as $$
     begin return 2 * ${parameter}; end $$`,
  );

describe('applyFunctions', () => {
  const shipped = functionFiles();
  let source: DataSource;
  let runner: QueryRunner;
  beforeEach(async () => {
    source = await createMigrationSource(await cloneDatabase(), MIGRATION_SETTINGS).initialize();
    runner = source.createQueryRunner();
  });
  afterEach(async () => {
    await runner.release();
    await source.destroy();
  });

  const signatures = async () => {
    const rows = (await runner.query(
      `select pg_get_function_identity_arguments(oid) as parameters from pg_proc where proname = 'twice'`,
    )) as { parameters: string }[];
    return rows.map(({ parameters }) => parameters);
  };

  it('applies only files that have changed', async () => {
    expect(await applyFunctions(runner, shipped)).toEqual([]);
    expect(await applyFunctions(runner, [...shipped, twice('p_number')])).toEqual(['twice']);
    expect(await applyFunctions(runner, [...shipped, twice('p_number')])).toEqual([]);
  });

  it('applies a dropped function again', async () => {
    await runner.query('drop function item_position');
    expect(await applyFunctions(runner, shipped)).toEqual(['item_position']);
  });

  it('replaces a function with other parameter types instead of adding an overload', async () => {
    await applyFunctions(runner, [...shipped, twice('p_number')]);
    await applyFunctions(runner, [...shipped, twice('p_number', 'bigint')]);
    expect(await signatures()).toEqual(['p_number bigint']);
  });

  it('replaces a function with other parameter names or another result', async () => {
    await applyFunctions(runner, [...shipped, twice('p_number')]);
    await applyFunctions(runner, [...shipped, twice('p_value')]);
    expect(await signatures()).toEqual(['p_value integer']);
  });

  it('drops functions whose file was removed, and no others', async () => {
    await runner.query(`create function not_ours() returns integer language sql as 'select 1'`);
    await applyFunctions(runner, [...shipped, twice('p_number')]);
    expect(await applyFunctions(runner, shipped)).toEqual(['twice']);
    expect(await signatures()).toEqual([]);
    expect(await runner.query('select not_ours() as one')).toEqual([{ one: 1 }]);
  });

  it('applies all or nothing', async () => {
    const broken = file(
      'zero',
      'create or replace function zero() returns integer language plpgsql as $$ bgin $$',
    );
    await expect(applyFunctions(runner, [...shipped, twice('p_number'), broken])).rejects.toThrow(
      'syntax error',
    );
    expect(await signatures()).toEqual([]);
  });
});
