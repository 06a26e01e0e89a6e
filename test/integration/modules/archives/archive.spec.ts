import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ArchiveManifest,
  ArchiveProblem,
  ArchiveWriterService,
  verifyArchive,
} from '../../../../src/modules/archives';
import {
  ARCHIVED_TABLES,
  recordsOf,
  TABLES_LEFT_OUT,
} from '../../../../src/modules/archives/writing/archived-tables';
import { sha256Text } from '../../../../src/platform/crypto/digest';
import { ReadSnapshot } from '../../../../src/platform/database/snapshot/read-snapshot';
import { archived, pack, type Parts, partsOf, recordsIn } from '../../../support/archives';
import { startApp, type TestApp } from '../../../support/app';
import { FileStorage } from '../../../../src/platform/storage/file-storage';
import { aFile } from '../../../support/factories/file.factory';
import { anAutomation } from '../../../support/factories/automation.factory';
import { aHook } from '../../../support/factories/hook.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { aSampleWorld, type SampleWorld } from '../../../support/sample-world';

const MARK = 'marked-secret-of-the-archive';

describe('the archive of an organization', () => {
  let app: TestApp;
  let world: SampleWorld;
  let directory: string;
  let file: string;
  let manifest: ArchiveManifest;
  let parts: Parts;
  beforeAll(async () => {
    // Without workers, which would change records between the archive and what it is compared with.
    app = await startApp({ ROLES: 'api' });
    directory = mkdtempSync(join(tmpdir(), 'trestle-archive-'));
    file = join(directory, 'whole.zip');
    world = await aSampleWorld({ app });
    await aHook(world.board, { signingSecret: MARK });
    const headers = { Authorization: `Bearer ${MARK}` };
    const config = { url: 'https://hooks.invalid/', method: 'POST', headers };
    await anAutomation(world.board, { actions: [{ type: 'call_webhook', config }] });
    await app.sql.query('update users set password_hash = $1 where not is_service_account', [MARK]);
    manifest = await archived(world.organization, file);
    parts = await partsOf(file);
  }, 60_000);
  afterAll(async () => {
    await app?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('decides for every table of the database whether an archive contains it', async () => {
    const { rows } = await app.sql.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
         and relnamespace = current_schema()::regnamespace`,
    );
    const decided = [...ARCHIVED_TABLES, ...Object.keys(TABLES_LEFT_OUT)];
    expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('contains every record of its tables', async () => {
    const { rows: catalog } = await app.sql.query<{ table: string; columns: string[] }>(
      `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
       where table_schema = current_schema() group by 1`,
    );
    for (const table of ARCHIVED_TABLES) {
      const { columns } = catalog.find((each) => each.table === table)!;
      const { rows } = await app.sql.query<{ record: string }>(
        `select to_jsonb as record from (${recordsOf(table, columns, `'${world.organization.id}'`)}) as record (to_jsonb)`,
      );
      const stored = rows.map(({ record }) => JSON.parse(record) as object);
      expect([table, recordsIn(parts, table).length]).toEqual([table, stored.length]);
    }
    for (const [table, id] of [
      ['boards', world.board.id],
      ['items', world.itemId],
      ['items', world.trashedItemId],
      ['comments', world.replyId],
      ['form_submissions', world.submissionId],
      ['users', world.guestId],
      ['automations', world.automationId],
      ['files', world.fileId],
      ['oauth_applications', world.applicationId],
    ] as const)
      expect(recordsIn(parts, table).map((record) => record.id)).toContain(id);
  });

  it('contains files, with the digests of what was uploaded', async () => {
    const content = parts.get(`files/${world.fileId}`)!;
    const { bytes } = await world.organization.owner.client.request('GET', `/api/files/${world.fileId}`);
    expect(content.equals(bytes)).toBe(true);
    const listed = parts.get('files.jsonl')!.toString('utf8').trimEnd().split('\n');
    expect(listed.map((line) => JSON.parse(line) as object)).toContainEqual({
      id: world.fileId,
      bytes: bytes.length,
      sha256: sha256Text(bytes, 'hex'),
    });
  });

  it('contains no secret, and counts those that are left out', async () => {
    const { rows } = await app.sql.query<{ value: string | null }>(
      `select sealed_secret as value from webhooks union all select sealed_secret from automation_hooks
       union all select encode(secret_digest, 'hex') from tokens union all select encode(token_digest, 'hex') from invitations
       union all select encode(secret_digest, 'hex') from scim_tokens`,
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const [name, content] of parts) {
      for (const secret of [MARK, ...rows.flatMap(({ value }) => value ?? [])])
        expect([name, content.includes(secret)]).toEqual([name, false]);
      // The form of everything that SecretBox encrypts.
      expect([name, /"v1\.[\w-]{8}\.[\w-]{20,}"/.test(content.toString('utf8'))]).toEqual([name, false]);
    }
    const left = manifest.secretsLeftOut.map(({ table, column }) => `${table}.${column}`);
    for (const name of [
      'users.password_hash',
      'tokens.secret_digest',
      'webhooks.sealed_secret',
      'automation_hooks.sealed_signing_secret',
      'automations.actions',
      'oauth_applications.secret_digest',
    ])
      expect(left).toContain(name);
  });

  it('contains nothing of other organizations', async () => {
    const other = await anOrganization({ app });
    const { id } = await made(other.owner.client, 'workspaces.create', { name: 'Foreign' });
    const foreign = join(directory, 'foreign.zip');
    await archived(world.organization, foreign);
    for (const [name, content] of await partsOf(foreign))
      for (const text of [other.id, other.owner.userId, id as string])
        expect([name, content.includes(text)]).toEqual([name, false]);
  });

  it('has the records of one point in time, while others write', async () => {
    const items = recordsOf('items', [], `'${world.organization.id}'`);
    await app.nest.get(ReadSnapshot, { strict: false }).read(async (reader) => {
      const before = await reader.query(items);
      await anItem(world.board);
      let rows = 0;
      for await (const batch of reader.batches(items)) rows += batch.length;
      expect(rows).toBe(before.length);
    });
  });

  it('lists files that are missing in the storage, and that are damaged', async () => {
    const organization = await anOrganization({ app });
    const [missing, damaged] = [
      await aFile(organization.owner.client),
      await aFile(organization.owner.client),
    ];
    const { rows } = await app.sql.query<{ key: string }>(
      'select storage_key as key from files where id = $1',
      [missing.id],
    );
    await app.nest.get(FileStorage, { strict: false }).delete(rows[0]!.key);
    await app.sql.query('update files set sha256 = $2 where id = $1', [damaged.id, '0'.repeat(64)]);
    const path = join(directory, 'files.zip');
    const { files } = await archived(organization, path);
    expect(files).toMatchObject({ count: 1, missing: [missing.id], damaged: [damaged.id] });
    expect((await verifyArchive(path)).manifest.files).toEqual(files);
  });

  it('fails with the cause when the archive cannot be stored, and gives the connection back', async () => {
    const writer = app.nest.get(ArchiveWriterService, { strict: false });
    const run = { signal: new AbortController().signal, onProgress: () => undefined };
    for (let round = 0; round < 20; round += 1)
      await expect(
        writer.write(
          world.organization.id,
          async (content) => {
            for await (const _chunk of content) throw new Error('the disk is full');
          },
          run,
        ),
      ).rejects.toThrow('the disk is full');
    expect((await world.organization.owner.client.query('organizations.get')).status).toBe(200);
  });

  it('can be verified', async () => {
    const { manifest: read, auditLog } = await verifyArchive(file);
    expect(read).toEqual(manifest);
    expect(auditLog.entries).toBeGreaterThan(5);
    expect(read.organization.id).toBe(world.organization.id);
  });

  describe('that was changed is rejected, with the part', () => {
    const changed = async (change: (parts: Parts) => void): Promise<string> => {
      const copy: Parts = new Map(parts);
      change(copy);
      const path = join(directory, 'changed.zip');
      await pack(path, copy);
      const error = await verifyArchive(path).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ArchiveProblem);
      return (error as Error).message;
    };
    const editManifest = (copy: Parts, edit: (manifest: ArchiveManifest) => void) => {
      const edited = structuredClone(manifest);
      edit(edited);
      copy.set('manifest.json', Buffer.from(JSON.stringify(edited)));
    };

    it('each part: missing', async () => {
      for (const name of parts.keys())
        expect(await changed((copy) => void copy.delete(name))).toContain(name);
    });

    it('each part: changed', async () => {
      for (const name of [...parts.keys()].filter((each) => each !== 'manifest.json')) {
        const longer = Buffer.concat([parts.get(name)!, Buffer.from(' ')]);
        expect(await changed((copy) => void copy.set(name, longer))).toContain(name);
      }
    });

    it('one letter of a record, with the same size', async () => {
      const name = 'records/items.jsonl';
      const message = await changed(
        (copy) =>
          void copy.set(name, Buffer.from(copy.get(name)!.toString('utf8').replace('"Item"', '"Itew"'))),
      );
      expect(message).toBe(`${name} was changed`);
    });

    it('additional parts, and counts of the manifest', async () => {
      expect(await changed((copy) => void copy.set('records/sessions.jsonl', Buffer.from('{}\n')))).toContain(
        'records/sessions.jsonl is in the archive, but not in its manifest',
      );
      expect(
        await changed((copy) => editManifest(copy, ({ parts: [part] }) => void (part!.rows += 1))),
      ).toContain('lines, not');
      expect(await changed((copy) => editManifest(copy, ({ files }) => void (files.count += 1)))).toContain(
        'files.jsonl',
      );
      expect(await changed((copy) => editManifest(copy, (read) => void read.parts.pop()))).toContain(
        'does not list',
      );
      expect(
        await changed((copy) => editManifest(copy, (read) => void (read.organization.id = 'org_1'))),
      ).toContain('is of another organization');
      expect(await changed((copy) => editManifest(copy, (read) => void (read.format = 2 as 1)))).toContain(
        'format',
      );
      expect(await changed((copy) => void copy.set('manifest.json', Buffer.from('text')))).toContain(
        'no JSON',
      );
    });

    it('lines that are no records, with a manifest that agrees', async () => {
      const name = 'records/boards.jsonl';
      const content = Buffer.from('[]\n');
      const message = await changed((copy) => {
        copy.set(name, content);
        editManifest(copy, (read) => {
          const part = read.parts.find((each) => each.name === name)!;
          Object.assign(part, { rows: 1, bytes: content.length, sha256: sha256Text(content, 'hex') });
        });
      });
      expect(message).toBe(`${name} has a line that is no record`);
    });

    it('an audit log that is not intact, with a manifest that agrees', async () => {
      const name = 'audit-log.sealed.jsonl';
      const lines = parts.get(name)!.toString('utf8').split('\n');
      const content = Buffer.from(lines.toSpliced(2, 1).join('\n'));
      const message = await changed((copy) => {
        copy.set(name, content);
        editManifest(copy, (read) => {
          const part = read.parts.find((each) => each.name === name)!;
          Object.assign(part, {
            rows: part.rows - 1,
            bytes: content.length,
            sha256: sha256Text(content, 'hex'),
          });
        });
      });
      expect(message).toContain(`${name}: line 3: Entry 2 is missing`);
    });

    it('names that lead out of a directory, a file that was cut, and no archive', async () => {
      const path = join(directory, 'hostile.zip');
      const message = () =>
        verifyArchive(path).then(
          () => null,
          (error: unknown) => (error instanceof ArchiveProblem ? error.message : error),
        );
      const whole = readFileSync(file);
      const hostile = Buffer.from(
        whole.toString('latin1').replaceAll('records/boards.jsonl', '../../../boards.json'),
        'latin1',
      );
      expect(hostile.length).toBe(whole.length);
      writeFileSync(path, hostile);
      expect(await message()).toContain('The list of parts cannot be read');
      for (const length of [0, 10, Math.floor(whole.length / 2), whole.length - 1]) {
        writeFileSync(path, whole.subarray(0, length));
        expect(await message()).toContain('This is no archive');
      }
      await pack(path, [...parts, ['records/items.jsonl', Buffer.from('{}\n')]]);
      expect(await message()).toContain('records/items.jsonl is in the archive twice');
      await expect(verifyArchive(`${path}.none`)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });
});
