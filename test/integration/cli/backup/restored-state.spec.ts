import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../../migrations';
import { migrateTables, planMigration } from '../../../../src/platform/database/migrations/migrate';
import { MIGRATION_SETTINGS } from '../../../../src/platform/database/migrations/migration-source';
import { startApp } from '../../../support/app';
import { anInstallation, aRun, backUp, Directories, restore, verify } from '../../../support/backups';
import { cloneDatabase, createDatabase } from '../../../support/database';
import { aFile, type TestFile } from '../../../support/factories/file.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { databaseUrl, withClient } from '../../../support/global-setup';

describe('the state of an installation in a backup', () => {
  const directories = new Directories();
  let source: Awaited<ReturnType<typeof anInstallation>>;
  let file: TestFile;

  beforeAll(async () => {
    source = await anInstallation(directories, { DATABASE_URL: await cloneDatabase() });
    const app = await startApp(source.env);
    file = await aFile((await anOrganization({ app })).owner.client);
    await app.close();
  });
  afterAll(() => directories.remove());

  const query = <Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> =>
    withClient(url, async (client) => (await client.query(text, values)).rows as Row[]);
  const keyOf = async (url: string): Promise<string> =>
    (await query<{ key: string }>(url, 'select storage_key as key from files where id = $1', [file.id]))[0]!
      .key;
  const pathOf = ({ DATA_DIR }: Record<string, string>, key: string) =>
    join(DATA_DIR!, 'files', key.slice(0, 2), key);

  it('includes jobs that wait, with their attempts', async () => {
    const url = source.env['DATABASE_URL']!;
    await query(
      url,
      `select graphile_worker.add_job('files.make-thumbnail', '{"fileId":"a"}', run_at => '2040-01-01Z', max_attempts => 7,
         job_key => 'one', priority => 3, flags => array['keyed']),
         graphile_worker.add_job('files.make-thumbnail', '{"fileId":"b\\n\\t"}', queue_name => 'slow', run_at => '2040-01-02Z')`,
    );
    await query(
      url,
      `update graphile_worker._private_jobs set attempts = 2, last_error = 'no disk', locked_at = now(), locked_by = 'w'
       where key = 'one'`,
    );
    const jobs = (of: string) =>
      query(
        of,
        `select task.identifier, payload, queue_name, run_at, attempts, max_attempts, job.key, priority, flags, last_error
         from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id
         left join graphile_worker._private_job_queues queue on queue.id = job_queue_id order by run_at`,
      );
    const place = directories.place();
    await backUp(place, source.configuration);
    const target = await anInstallation(directories);
    await restore(place, target.configuration);
    const restored = await jobs(target.env['DATABASE_URL']!);
    expect(restored.slice(-2)).toMatchObject([
      { key: 'one', attempts: 2, last_error: 'no disk' },
      { queue_name: 'slow' },
    ]);
    expect(restored).toEqual(await jobs(url));
    const locks = await query(
      target.env['DATABASE_URL']!,
      'select from graphile_worker._private_jobs where locked_at is not null',
    );
    expect(locks).toEqual([]);
  });

  it('includes sequences beyond the rows', async () => {
    await query(
      source.env['DATABASE_URL']!,
      `select setval('record_keys', 123456), setval('outbox_sequence_seq', 9007199254740993)`,
    );
    const place = directories.place();
    await backUp(place, source.configuration);
    const target = await anInstallation(directories);
    await restore(place, target.configuration);
    const next = await query(
      target.env['DATABASE_URL']!,
      `select nextval('record_keys') as a, nextval('outbox_sequence_seq') as b`,
    );
    expect(next).toEqual([{ a: '123457', b: '9007199254740994' }]);
  });

  it('reports a file that is missing or damaged, and contains the rest', async () => {
    const url = await cloneOf(source.env['DATABASE_URL']!);
    const changed = await anInstallation(directories, {
      DATABASE_URL: url,
      DATA_DIR: source.env['DATA_DIR']!,
    });
    const key = await keyOf(url);
    writeFileSync(pathOf(changed.env, key), 'Jello');
    const damaged = directories.place();
    expect(await backUp(damaged, changed.configuration)).toMatchObject({
      isSuccess: false,
      json: { files: 1, damagedFiles: [key], missingFiles: [] },
      warnings: [`The file ${key} is damaged: its content is not what was uploaded`],
    });
    expect(await verify(damaged, changed.configuration)).toMatchObject({ isSuccess: true });
    rmSync(pathOf(changed.env, key));
    const missing = directories.place();
    const warnings = [`The file ${key} is missing in the storage, and is not in the backup`];
    expect(await backUp(missing, changed.configuration)).toMatchObject({
      isSuccess: false,
      json: { files: 0, missingFiles: [{ key, isDeleted: false }] },
      warnings,
    });
    expect(await verify(missing, changed.configuration)).toMatchObject({ isSuccess: true, warnings });
    const { configuration } = await anInstallation(directories);
    expect(await restore(missing, configuration)).toMatchObject({ isSuccess: true, warnings });
    writeFileSync(pathOf(changed.env, key), 'Hello');
  });

  it('reports a file that was deleted during the backup', async () => {
    const url = await cloneOf(source.env['DATABASE_URL']!);
    const changed = await anInstallation(directories, {
      DATABASE_URL: url,
      DATA_DIR: source.env['DATA_DIR']!,
    });
    const key = await keyOf(url);
    let deletion: Promise<unknown> = Promise.resolve();
    const place = directories.place();
    const run = aRun({
      onStep: (step) => {
        if (step !== 'tables') return;
        rmSync(pathOf(changed.env, key));
        deletion = query(url, 'delete from files where id = $1', [file.id]);
      },
    });
    expect(await backUp(place, changed.configuration, run)).toMatchObject({
      isSuccess: true,
      json: { files: 0, missingFiles: [{ key, isDeleted: true }] },
    });
    await deletion;
    expect(await verify(place, changed.configuration)).toMatchObject({ isSuccess: true });
    writeFileSync(pathOf(changed.env, key), 'Hello');
  });

  it('is migrated from an earlier release', async () => {
    const url = await createDatabase();
    const migrations = MIGRATIONS.slice(0, -3);
    await migrateTables(url, () => undefined, { ...MIGRATION_SETTINGS, migrations });
    await query(
      url,
      `insert into users (id, email, email_key, name, created_at, updated_at)
       values ('usr_1', 'a@b.example', 'a@b.example', 'Ada \\ "x"', now(), now())`,
    );
    const earlier = await anInstallation(directories, { DATABASE_URL: url });
    const place = directories.place();
    await backUp(place, earlier.configuration);
    const target = await anInstallation(directories);
    expect(await restore(place, target.configuration)).toMatchObject({ isSuccess: true, warnings: [] });
    const restored = target.env['DATABASE_URL']!;
    expect(await planMigration(restored)).toEqual({ migrations: [], functions: [] });
    // Migrations can add columns.
    const users = 'select * from users';
    expect(await query(restored, users)).toMatchObject(await query(url, users));
  });

  it('is restored and verified by a user without privileges', async () => {
    const place = directories.place();
    await backUp(place, source.configuration);
    const server = inject('databaseServer');
    const name = `restorer_${randomBytes(4).toString('hex')}`;
    await query(server, `create role ${name} login password 'secret' nosuperuser nocreatedb`);
    try {
      await query(server, `create database ${name} owner ${name} template template0 encoding 'UTF8'`);
      const url = new URL(databaseUrl(server, name));
      url.username = name;
      url.password = 'secret';
      const target = await anInstallation(directories, { DATABASE_URL: url.href });
      expect(await restore(place, target.configuration)).toMatchObject({ isSuccess: true });
      const again = directories.place();
      await backUp(again, target.configuration);
      // On an embedded server below DATA_DIR.
      expect(await verify(again, target.configuration)).toMatchObject({ isSuccess: true });
      expect(readdirSync(target.env['DATA_DIR']!).filter((entry) => entry.startsWith('verify-'))).toEqual([]);
    } finally {
      await query(server, `drop database if exists ${name} with (force)`);
      await query(server, `drop role ${name}`);
    }
  });

  it('is verified in a database that is deleted, and skips tables of others', async () => {
    const url = await cloneOf(source.env['DATABASE_URL']!);
    await query(url, 'create table payroll (id int)');
    const changed = await anInstallation(directories, {
      DATABASE_URL: url,
      DATA_DIR: source.env['DATA_DIR']!,
    });
    const place = directories.place();
    await backUp(place, changed.configuration);
    const server = inject('databaseServer');
    const temporary = () =>
      query<{ datname: string }>(
        server,
        `select datname from pg_database where datname like 'trestle\\_verify\\_%'`,
      );
    let during: Promise<{ datname: string }[]> = Promise.resolve([]);
    const run = aRun({
      onStep: (step) => {
        if (step === 'tables') during = temporary();
      },
    });
    expect(await verify(place, changed.configuration, run)).toMatchObject({
      isSuccess: true,
      json: { skippedTables: ['payroll'] },
      warnings: ['The table payroll is none of Trestle and was not restored'],
    });
    const used = (await during).map(({ datname }) => datname);
    expect(used.length).toBeGreaterThan(0);
    // Another spec can verify at the same time.
    const left = async () => (await temporary()).filter(({ datname }) => used.includes(datname));
    await expect.poll(left).toEqual([]);
  });

  /** A copy of a database that no one uses. */
  async function cloneOf(url: string): Promise<string> {
    const name = new URL(url).pathname.slice(1);
    const copy = `${name}_${randomBytes(3).toString('hex')}`;
    await query(inject('databaseServer'), `create database ${copy} template ${name}`);
    return databaseUrl(inject('databaseServer'), copy);
  }
});
