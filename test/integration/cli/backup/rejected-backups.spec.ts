import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../support/app';
import { anInstallation, aRun, backUp, Directories, restore, verify } from '../../../support/backups';
import { cloneDatabase } from '../../../support/database';
import { anItem } from '../../../support/factories/item.factory';
import { aBoard } from '../../../support/factories/board.factory';
import { aFile } from '../../../support/factories/file.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { withClient } from '../../../support/global-setup';

describe('backups and restores that are rejected', () => {
  const directories = new Directories();
  let source: Awaited<ReturnType<typeof anInstallation>>;
  let place: string;

  beforeAll(async () => {
    source = await anInstallation(directories, { DATABASE_URL: await cloneDatabase() });
    const app = await startApp(source.env);
    const organization = await anOrganization({ app });
    const board = await aBoard({ organization, columns: [{ name: 'Files', type: 'file' }] });
    const itemId = await anItem(board);
    const file = await aFile(organization.owner.client);
    const set = { itemId, columnId: board.column('Files'), value: [file.id] };
    await organization.owner.client.mutate('items.setValue', set);
    await app.close();
    place = directories.place();
    await backUp(place, source.configuration);
  });
  afterAll(() => directories.remove());

  const tablesOf = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
      );
      return rows.length;
    });
  /** A copy of the backup, changed. */
  const changed = (change: (directory: string) => void): string => {
    const copy = directories.place();
    cpSync(place, copy, { recursive: true });
    change(copy);
    return copy;
  };
  // A test changes any part of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  const inManifest = (change: (manifest: any) => void) => (directory: string) => {
    const path = join(directory, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    change(manifest);
    writeFileSync(path, JSON.stringify(manifest));
  };
  const uploadIn = (directory: string): string => {
    const found = readdirSync(join(directory, 'files'), { recursive: true, withFileTypes: true }).find(
      (entry) => entry.isFile(),
    )!;
    return join(found.parentPath, found.name);
  };
  const itemsIn = (directory: string) => join(directory, 'tables', 'items.copy.gz');

  /** Rewrites the rows of a table together with what the manifest says about the file. */
  const rewritten = (table: string, rewrite: (rows: string) => string) => (directory: string) => {
    const path = join(directory, 'tables', `${table}.copy.gz`);
    const rows = rewrite(gunzipSync(readFileSync(path)).toString());
    const content = gzipSync(rows);
    writeFileSync(path, content);
    inManifest(({ tables }) => {
      const entry = tables.find(({ name }: { name: string }) => name === table);
      entry.bytes = content.length;
      entry.sha256 = createHash('sha256').update(content).digest('hex');
      entry.rows = rows.split('\n').length - 1;
    })(directory);
  };

  it.each<[string, (directory: string) => void, RegExp]>([
    [
      'whose rows were changed',
      (directory) => {
        const rows = gunzipSync(readFileSync(itemsIn(directory))).toString();
        const content = gzipSync(rows.replace(/\t\{/, '\t{ '));
        writeFileSync(itemsIn(directory), content);
        inManifest(({ tables }) => {
          tables.find(({ name }: { name: string }) => name === 'items').bytes = content.length;
        })(directory);
      },
      /items\.copy\.gz was changed/,
    ],
    [
      'whose rows were cut',
      (directory) => writeFileSync(itemsIn(directory), readFileSync(itemsIn(directory)).subarray(0, -9)),
      /items\.copy\.gz (has \d+ bytes; the manifest says \d+|was changed)/,
    ],
    [
      'whose rows are no gzip',
      (directory) => writeFileSync(itemsIn(directory), 'rows'),
      /items\.copy\.gz was changed/,
    ],
    ['without the rows of a table', (directory) => rmSync(itemsIn(directory)), /items\.copy\.gz is missing/],
    [
      'with a changed file',
      (directory) => writeFileSync(uploadIn(directory), 'Jello'),
      /files\/\w\w\/\w{40} was changed/,
    ],
    [
      'with a longer file',
      (directory) => appendFileSync(uploadIn(directory), '!'),
      /has 6 bytes; the manifest says 5/,
    ],
    ['without a file', (directory) => rmSync(uploadIn(directory)), /files\/\w\w\/\w{40} is missing/],
    [
      'whose list of files was changed',
      (directory) => writeFileSync(join(directory, 'files.jsonl.gz'), gzipSync('{}\n')),
      /files\.jsonl\.gz/,
    ],
    [
      'whose rows refer to rows that are missing',
      rewritten('projects', () => ''),
      /The rows of boards refer to rows that the backup does not contain/,
    ],
    [
      'whose manifest counts other rows',
      inManifest(({ tables }) => {
        tables.find(({ name }: { name: string }) => name === 'items').rows += 1;
      }),
      /items has 1 rows; the manifest says 2/,
    ],
    [
      'whose manifest is no JSON',
      (directory) => writeFileSync(join(directory, 'manifest.json'), '{'),
      /is damaged/,
    ],
    [
      'whose manifest contains SQL',
      inManifest((manifest) => {
        manifest.tables[0].name = 'items; drop table items';
      }),
      /manifest\.json is damaged \(tables\.0\.name/,
    ],
  ])('does not verify one %s', async (_, change, problem) => {
    await expect(verify(changed(change), source.configuration)).rejects.toThrow(problem);
  });

  it.each<[string, (directory: string) => void, RegExp]>([
    ['without the rows of a table', (directory) => rmSync(itemsIn(directory)), /items\.copy\.gz is missing/],
    [
      'with a longer file',
      (directory) => appendFileSync(uploadIn(directory), '!'),
      /has 6 bytes; the manifest says 5/,
    ],
  ])('does not restore one %s, and restores a complete one later', async (_, change, problem) => {
    const { configuration, env } = await anInstallation(directories);
    await expect(restore(changed(change), configuration)).rejects.toThrow(problem);
    // No service starts on what was restored so far.
    await expect(startApp(env)).rejects.toThrow('run trestle restore again');
    expect(await restore(place, configuration)).toMatchObject({ isSuccess: true });
    const app = await startApp(env);
    await app.close();
  });

  it.each<[string, (directory: string) => void, RegExp]>([
    [
      'without a manifest',
      (directory) => rmSync(join(directory, 'manifest.json')),
      /no manifest\.json: it is no backup, or one that was interrupted/,
    ],
    [
      'of a newer release',
      inManifest(({ migrations }) => migrations.push('AddLater9000000000000')),
      /written by a newer release of Trestle \(0\.1\.0, with the migration AddLater9000000000000\)/,
    ],
    [
      'in a newer format',
      inManifest((manifest) => {
        manifest.format = 2;
      }),
      /written by a newer release of Trestle, in the format 2/,
    ],
    [
      'that does not exist',
      (directory) => renameSync(directory, `${directory}-elsewhere`),
      /contains no backup/,
    ],
  ])('rejects one %s before it changes anything', async (_, change, problem) => {
    const copy = changed(change);
    await expect(verify(copy, source.configuration)).rejects.toThrow(problem);
    const { configuration, env } = await anInstallation(directories);
    await expect(restore(copy, configuration)).rejects.toThrow(problem);
    expect(await tablesOf(env['DATABASE_URL']!)).toBe(0);
  });

  it('rejects another secret, unless that is accepted', async () => {
    const { configuration } = await anInstallation(directories, {
      APP_SECRET: 'another secret of at least 32 characters',
    });
    await expect(restore(place, configuration)).rejects.toThrow(
      'The backup was written with another APP_SECRET',
    );
    expect(await restore(place, configuration, { otherSecret: true })).toMatchObject({ isSuccess: true });
  });

  it('accepts the secret as the previous one', async () => {
    const { configuration } = await anInstallation(directories, {
      APP_SECRET: 'another secret of at least 32 characters',
      APP_SECRET_PREVIOUS: source.env['APP_SECRET']!,
    });
    expect(await restore(place, configuration)).toMatchObject({ isSuccess: true });
  });

  it('does not restore over an installation, or beside other tables', async () => {
    const installed = await anInstallation(directories, { DATABASE_URL: await cloneDatabase() });
    await expect(restore(place, installed.configuration)).rejects.toThrow(
      'The database is not empty: it contains an installation of Trestle; restore into an empty database',
    );
    const other = await anInstallation(directories);
    await withClient(other.env['DATABASE_URL']!, (client) => client.query('create table payroll (id int)'));
    await expect(restore(place, other.configuration)).rejects.toThrow(
      'The database is not empty: it contains the table payroll; restore into an empty database',
    );
  });

  it('does not restore while a service or another restore uses the database', async () => {
    const { configuration, env } = await anInstallation(directories);
    await withClient(env['DATABASE_URL']!, async (client) => {
      await client.query(`set application_name = 'trestle'`);
      await expect(restore(place, configuration)).rejects.toThrow('Trestle is running on the database');
    });
    let second: Promise<unknown> | undefined;
    const run = aRun({
      onStep: () => {
        second ??= restore(place, configuration);
        second.catch(() => undefined);
      },
    });
    await restore(place, configuration, { run });
    await expect(second).rejects.toThrow(/Another restore|Trestle is running|is not empty/);
  });

  it('does not back up into a directory that is not empty', async () => {
    await expect(backUp(place, source.configuration)).rejects.toThrow(
      `${place} is not empty; name a new directory or prefix for each backup`,
    );
    expect(await verify(place, source.configuration)).toMatchObject({ isSuccess: true });
  });

  it('does not back up a database without Trestle, or of a newer release', async () => {
    const empty = await anInstallation(directories);
    const target = directories.place();
    await expect(backUp(target, empty.configuration)).rejects.toThrow('contains no installation of Trestle');
    const newer = await anInstallation(directories, { DATABASE_URL: await cloneDatabase() });
    await withClient(newer.env['DATABASE_URL']!, (client) =>
      client.query(`insert into schema_migrations (timestamp, name) values (9, 'AddLater9')`),
    );
    await expect(backUp(target, newer.configuration)).rejects.toThrow(
      'migrated by a newer release (AddLater9)',
    );
    expect(await backUp(target, source.configuration)).toMatchObject({ isSuccess: true });
  });

  it('leaves no file of a backup that is interrupted', async () => {
    const target = directories.make();
    const interruption = new AbortController();
    const run = aRun({
      signal: interruption.signal,
      onStep: (step) => {
        if (step === 'files') interruption.abort(new Error('interrupted'));
      },
    });
    await expect(backUp(target, source.configuration, run)).rejects.toThrow('interrupted');
    expect(readdirSync(target)).toEqual([]);
  });
});
