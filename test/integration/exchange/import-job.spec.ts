import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { type BoardId, type ImportId, newId, type TokenId } from '../../../src/kernel/ids';
import { SCOPES } from '../../../src/access/scope';
import { AbandonedUploadsSweep } from '../../../src/modules/exchange/uploads/abandoned-uploads.sweep';
import { ExpiredImportsSweep } from '../../../src/modules/exchange/expired-imports.sweep';
import { ImportFilesService } from '../../../src/modules/exchange/uploads/import-files.service';
import { ImportJob } from '../../../src/modules/exchange/import.job';
import type { Target } from '../../../src/modules/exchange/importing/import-plan';
import type { ImportWork } from '../../../src/modules/exchange/importing/import-work';
import { ItemLoadsService } from '../../../src/modules/items';
import { BuildOrderJob } from '../../../src/modules/items/orders/build-order.job';
import { ItemLoadsRepository } from '../../../src/modules/items/write/item-loads.repository';
import { ImportsRepository } from '../../../src/modules/exchange/imports.repository';
import { DatabaseConfig } from '../../../src/platform/config/database.config';
import { StorageConfig } from '../../../src/platform/config/storage.config';
import {
  FileStorage,
  StoredFileMissing,
  StoredFileTooLarge,
} from '../../../src/platform/storage/file-storage';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import type { TestMember } from '../../support/factories/organization.factory';
import { listedItems, listedNames } from '../../support/item-lists';
import { UNINTERRUPTED } from '../../support/job-run';
import { eventsDuring } from '../../support/refusals';

const running = new AbortController().signal;

/** Calls `work` when the first rows of an import are written, and their transaction is open; the second `work` in the second attempt. */
function whenWritten({ app }: TestBoard['organization'], ...works: (() => Promise<void>)[]) {
  const loads = app.nest.get(ItemLoadsService, { strict: false });
  const add = loads.add.bind(loads);
  const spy = vi.spyOn(loads, 'add');
  for (const work of works) {
    spy.mockImplementationOnce(async (...given) => {
      const added = await add(...given);
      await added.written;
      await work();
      return added;
    });
  }
  return spy;
}

/** An import into a board as a call leaves it to a job. */
async function anImport(
  board: TestBoard,
  content: string,
  by: TestMember,
  second: Target = { to: 'column', columnId: board.column('Points') },
  streamedRows?: number,
) {
  const { app, id: organizationId } = board.organization;
  const storage = app.nest.get(FileStorage, { strict: false });
  const { key } = await storage.put(Readable.from([Buffer.from(content)]), { maxBytes: 1_000_000 });
  const format = { decimalMark: '.', dateOrder: 'mdy' } as const;
  const work: ImportWork = {
    storageKey: key,
    reading: { hasHeader: true },
    plan: {
      headers: ['Name', 'Points'],
      targets: [{ to: 'name' }, second],
      formats: [format, format],
      keyIndex: null,
    },
    ...(streamedRows === undefined
      ? {}
      : {
          streamed: {
            reading: { hasHeader: true, encoding: 'utf-8', delimiter: ',', isNamed: false },
            columns: [0, 1],
            rowCount: streamedRows,
            groupNames: {},
          },
        }),
    place: { id: board.id },
    caller: {
      credential: { kind: 'token', id: await tokenOf(board, by), organizationId },
      scopes: [...SCOPES],
    },
  };
  const importId = newId('import');
  await app.sql.query(
    `insert into imports (organization_id, id, board_id, status, total, done, problems, work, created_by, created_at,
       updated_at)
     values ($1, $2, $3, 'running', $6, 0, '[]', $4, $5, now() - interval '31 days', now())`,
    [organizationId, importId, board.id, work, by.userId, streamedRows ?? 2],
  );
  const job = app.nest.get(ImportJob, { strict: false });
  const perform = (run: { isLastAttempt?: boolean; signal?: AbortSignal } = {}) =>
    job.perform(
      { organizationId, importId },
      { id: '1', attempt: 1, isLastAttempt: false, signal: running, ...run },
    );
  const isKept = () =>
    storage.get(key).then(
      (content) => (content.destroy(), true),
      () => false,
    );
  return { importId, perform, isKept };
}

/** The token of the member's client. */
async function tokenOf({ organization: { app, id } }: TestBoard, { userId }: TestMember): Promise<TokenId> {
  const { rows } = await app.sql.query<{ id: TokenId }>(
    'select id from tokens where organization_id = $1 and user_id = $2',
    [id, userId],
  );
  return rows[0]!.id;
}

async function recordOf({ organization }: TestBoard, importId: ImportId) {
  const { rows } = await organization.app.sql.query('select * from imports where id = $1', [importId]);
  return rows[0];
}

/** Where a file is stored until it is complete. */
function partOf({ organization: { app } }: TestBoard, key: string): string {
  const { directory } = app.nest.get(StorageConfig, { strict: false });
  const { dataDirectory } = app.nest.get(DatabaseConfig, { strict: false });
  return join(directory ?? join(dataDirectory, 'files'), key.slice(0, 2), `${key}.part`);
}

const points = () => aBoard({ columns: [{ name: 'Points', type: 'number' }] });

describe('the job of a large import', () => {
  it('writes the rows once, however often it runs, and deletes the file', async () => {
    const board = await points();
    const { importId, perform, isKept } = await anImport(
      board,
      'Name,Points\nA,1\nB,2\n',
      board.organization.owner,
    );
    await perform();
    await perform();
    expect(await listedNames(board)).toEqual(['A', 'B']);
    expect(await recordOf(board, importId)).toMatchObject({ status: 'done', done: 2, work: null });
    expect(await isKept()).toBe(false);
  });

  it('writes nothing when it is interrupted, and everything when it runs again', async () => {
    const board = await points();
    const { importId, perform } = await anImport(board, 'Name,Points\nA,1\nB,2\n', board.organization.owner);
    const events = await eventsDuring(board.organization, () =>
      expect(perform({ signal: AbortSignal.abort() })).rejects.toThrow('aborted'),
    );
    expect(events).toEqual([]);
    expect(await recordOf(board, importId)).toMatchObject({ status: 'running' });
    await perform();
    expect(await listedNames(board)).toEqual(['A', 'B']);
  });

  it.each<[string, Target | undefined]>([
    ['columns that are there', undefined],
    ['a new column', { to: 'newColumn', column: { name: 'Size', type: 'number', config: {} } }],
  ])('keeps no one waiting who edits the board meanwhile: %s', async (_what, target) => {
    const board = await aBoard({
      columns: [
        { name: 'Points', type: 'number' },
        { name: 'No.', type: 'auto_number' },
      ],
    });
    const { owner } = board.organization;
    const { perform } = await anImport(board, 'Name,Points\nA,1\nB,2\n', owner, target);
    const statuses: number[] = [];
    const added = whenWritten(board.organization, async () => {
      const item = { boardId: board.id, groupId: board.groupIds[0], name: 'Meanwhile' };
      const column = { boardId: board.id, name: 'Added', type: 'text' };
      statuses.push((await owner.client.mutate('items.create', item)).status);
      statuses.push((await owner.client.mutate('columns.create', column)).status);
    });
    await perform();
    added.mockRestore();
    expect(statuses).toEqual([200, 200]);
    const items = await listedItems(owner.client, { boardId: board.id });
    expect(items.map(({ name, values }) => [name, values[board.column('No.')]])).toEqual([
      ['Meanwhile', 3],
      ['A', 1],
      ['B', 2],
    ]);
    const { data } = await owner.client.query('boards.get', { id: board.id });
    const names = data.columns.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Points', 'No.', 'Added', ...(target ? ['Size'] : [])]);
    const positions = data.columns.map(({ position }: { position: number }) => position);
    expect(positions).toEqual([...positions.keys()]);
    const valued = data.columns.find(({ name }: { name: string }) => name === (target ? 'Size' : 'Points'));
    expect(items.map(({ values }) => values[valued.id] ?? null)).toEqual([null, 1, 2]);
  });

  it('is in an order of the board that is built meanwhile', async () => {
    const board = await points();
    const { app, id: organizationId, owner } = board.organization;
    const order = { organizationId, boardId: board.id as BoardId, columnId: null };
    const { perform } = await anImport(board, 'Name,Points\nA,1\nB,2\n', owner);
    const added = whenWritten(board.organization, () =>
      app.nest.get(BuildOrderJob, { strict: false }).perform(order, UNINTERRUPTED),
    );
    await perform();
    added.mockRestore();
    const { data } = await owner.client.query('items.list', { boardId: board.id, sortBy: 'updatedAt' });
    expect(data.items.map(({ name }: { name: string }) => name)).toEqual(['A', 'B']);
  });

  it('completes while others keep changing the board: in the end they wait for it', async () => {
    const board = await points();
    const { owner } = board.organization;
    const { perform } = await anImport(board, 'Name,Points\nA,1\n', owner);
    let written = 0;
    const disturb = async () => {
      written += 1;
      await owner.client.mutate('columns.create', { boardId: board.id, name: `C${written}`, type: 'text' });
    };
    const added = whenWritten(board.organization, disturb, disturb);
    await perform();
    expect(added).toHaveBeenCalledTimes(3);
    added.mockRestore();
    expect(await listedNames(board)).toEqual(['A']);
  });

  it('analyzes the tables that it has filled', async () => {
    const board = await points();
    const { app, owner } = board.organization;
    await app.sql.query(`update pg_class set reltuples = -1 where oid = 'items'::regclass`);
    const { perform } = await anImport(board, 'Name,Points\nA,1\n', owner);
    await perform();
    const { rows } = await app.sql.query(
      `select from pg_class where oid = 'items'::regclass and reltuples > 0`,
    );
    expect(rows).toHaveLength(1);
  });

  it('keeps tabs, line breaks and backslashes', async () => {
    const board = await points();
    const { owner } = board.organization;
    const names = ['a\tb', 'a\nb', String.raw`\N`, String.raw`C:\new "x"`];
    const target: Target = { to: 'newColumn', column: { name: 'Note', type: 'text', config: {} } };
    const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`);
    const rows = quoted.map((name) => `${name},${name}`);
    const { perform } = await anImport(board, `Name,Note\n${rows.join('\n')}\n`, owner, target);
    await perform();
    const items = await listedItems(owner.client, { boardId: board.id });
    expect(items.map(({ name, values }) => [name, Object.values(values)])).toEqual(
      names.map((name) => [name, [name]]),
    );
  });

  it('merges the names that it has collected, so that no other writer has to', async () => {
    const board = await points();
    const { app, owner } = board.organization;
    const { perform } = await anImport(board, 'Name,Points\nA name,1\n', owner);
    await perform();
    const { rows } = await app.sql.query(`select gin_clean_pending_list('items_name_grams_idx') as pages`);
    expect(rows).toEqual([{ pages: '0' }]);
  });

  it('fails with the rows that no longer fit, and does not change the board', async () => {
    const board = await points();
    const { importId, perform, isKept } = await anImport(
      board,
      'Name,Points\nA,1\nB,x\n',
      board.organization.owner,
    );
    const events = await eventsDuring(board.organization, () => perform());
    expect(events).toEqual([]);
    expect(await recordOf(board, importId)).toMatchObject({
      status: 'failed',
      done: 0,
      problems: [{ line: 3, column: 'Points', reason: '"x" is not a number' }],
    });
    expect(await isKept()).toBe(false);
  });

  it('fails permanently when the last attempt fails', async () => {
    const board = await points();
    const { importId, perform } = await anImport(board, 'Name,Points\nA,1\n', board.organization.owner);
    await expect(perform({ isLastAttempt: true, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(await recordOf(board, importId)).toMatchObject({ status: 'failed' });
  });

  it('has the permissions that its creator has at that time', async () => {
    const board = await points();
    const viewer = await board.workspace.addMember('viewer');
    const { importId, perform } = await anImport(board, 'Name,Points\nA,1\n', viewer);
    await perform();
    expect(await listedNames(board)).toEqual([]);
    const { problems } = await recordOf(board, importId);
    expect(problems[0].reason).toBe('You can view this board but not change its items');
  });
});

describe('the job of an import that is read row by row', () => {
  const ROWS = 5_000;
  const lines = Array.from({ length: ROWS }, (_, at) => `Item ${at},${at}`);
  const streamed = (board: TestBoard, content = lines) =>
    anImport(
      board,
      `Name,Points\n${content.join('\n')}\n`,
      board.organization.owner,
      { to: 'column', columnId: board.column('Points') },
      ROWS,
    );
  it('writes the rows in the order of the file, and reports progress meanwhile', async () => {
    const board = await points();
    const { importId, perform, isKept } = await streamed(board);
    const shown = vi.spyOn(board.organization.app.nest.get(ImportsRepository, { strict: false }), 'progress');
    await perform();
    const reported = shown.mock.calls.map(([, , done]) => done);
    shown.mockRestore();
    expect(reported.length).toBeGreaterThan(1);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    expect(reported.at(-1)).toBeLessThanOrEqual(ROWS);
    const items = await listedItems(board.organization.owner.client, { boardId: board.id });
    expect(
      items.map(({ name, position, values }) => [name, position, values[board.column('Points')]]),
    ).toEqual(lines.map((_, at) => [`Item ${at}`, at, at]));
    expect(await recordOf(board, importId)).toMatchObject({ status: 'done', done: ROWS, work: null });
    expect(await isKept()).toBe(false);
  });

  it('is done while another connection still merges names, so that no editor waits for that', async () => {
    const board = await points();
    const { importId, perform } = await streamed(board);
    const loads = board.organization.app.nest.get(ItemLoadsService, { strict: false });
    let isDoneMeanwhile = false;
    const merging = vi.spyOn(loads, 'mergeNames').mockImplementationOnce(async () => {
      const isDone = async () =>
        expect(await recordOf(board, importId)).toMatchObject({ status: 'done', done: ROWS });
      await vi.waitFor(isDone, { timeout: 10_000 });
      isDoneMeanwhile = true;
    });
    await perform();
    merging.mockRestore();
    expect(isDoneMeanwhile).toBe(true);
  });

  it('merges names with one connection, whatever the number of imports', async () => {
    const { nest } = (await points()).organization.app;
    const loads = nest.get(ItemLoadsService, { strict: false });
    const merging = vi.spyOn(nest.get(ItemLoadsRepository, { strict: false }), 'mergeNames');
    await Promise.all([loads.mergeNames(), loads.mergeNames()]);
    expect(merging).toHaveBeenCalledTimes(1);
    merging.mockRejectedValueOnce(new Error('No connection'));
    await expect(loads.mergeNames()).rejects.toThrow('No connection');
    await loads.mergeNames();
    expect(merging).toHaveBeenCalledTimes(3);
    merging.mockRestore();
  });

  it('fails with all invalid rows, the last ones as well, and changes nothing', async () => {
    const board = await points();
    const { importId, perform } = await streamed(board, [
      ...lines.slice(0, ROWS - 3),
      'Bad,x',
      'Ragged',
      ',3',
    ]);
    const events = await eventsDuring(board.organization, () => perform());
    expect(events).toEqual([]);
    expect(await recordOf(board, importId)).toMatchObject({
      status: 'failed',
      done: 0,
      problems: [
        { line: ROWS - 1, column: 'Points', reason: '"x" is not a number' },
        { line: ROWS, column: null, reason: 'Has 1 cells where the header has 2' },
        { line: ROWS + 1, column: 'Name', reason: 'The item has no name' },
      ],
    });
  });

  it('leaves nothing when its connection is cut in the middle, and writes everything when it runs again', async () => {
    const board = await points();
    const { app } = board.organization;
    const { importId, perform } = await streamed(board);
    const added = whenWritten(board.organization, async () => {
      // What the server does with the transaction of a process that was killed.
      await app.sql.query(
        `select pg_terminate_backend(pid) from pg_locks
         where relation = 'items'::regclass and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
           and database = (select oid from pg_database where datname = current_database())`,
      );
    });
    await expect(perform()).rejects.toThrow(/terminat|closed|connection/i);
    added.mockRestore();
    expect(await listedNames(board)).toEqual([]);
    expect(await recordOf(board, importId)).toMatchObject({ status: 'running' });
    await perform();
    expect(await listedNames(board)).toEqual(lines.map((_, at) => `Item ${at}`));
    expect(await recordOf(board, importId)).toMatchObject({ status: 'done' });
  });
});

describe('a call that imports several batches', () => {
  it('is repeated after a deadlock in the first one, although the second one was sent already', async () => {
    const board = await aBoard();
    const { app, owner } = board.organization;
    await app.sql.query(
      `create sequence test_deadlocks;
       create function test_deadlock_once() returns trigger language plpgsql as $$
       begin
         if nextval('test_deadlocks') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
         return new;
       end $$;
       create trigger test_deadlock before insert on items for each row when (new.name = 'Deadlock')
         execute function test_deadlock_once();`,
    );
    try {
      const lines = ['Deadlock', ...Array.from({ length: 899 }, (_, at) => `Item ${at}`)];
      const file = { content: `Name\tNotes\n${lines.map((name) => `${name}\tx\n`).join('')}` };
      const { status, data } = await owner.client.mutate('boards.import', { id: board.id, file });
      expect(status).toBe(200);
      expect(data.import).toMatchObject({ status: 'done', created: 900 });
    } finally {
      await app.sql.query(
        'drop trigger test_deadlock on items; drop function test_deadlock_once; drop sequence test_deadlocks',
      );
    }
  });
});

describe('the sweep of old imports', () => {
  it('deletes imports older than 30 days, with their remaining files', async () => {
    const board = await points();
    const { importId, isKept } = await anImport(board, 'Name,Points\nA,1\n', board.organization.owner);
    await board.organization.app.nest.get(ExpiredImportsSweep, { strict: false }).run(running);
    expect(await recordOf(board, importId)).toBeUndefined();
    expect(await isKept()).toBe(false);
  });
});

describe('the sweep of uploads', () => {
  /** What a process leaves that dies: an upload that has ended, or one in the middle. */
  async function anUpload({ organization }: TestBoard, content: Readable) {
    const { app, id } = organization;
    const storage = app.nest.get(FileStorage, { strict: false });
    const put = vi.spyOn(storage, 'put');
    const kept = app.nest.get(ImportFilesService, { strict: false }).keep(id, content, 1_000);
    // It may fail before anyone looks at it.
    kept.catch(() => undefined);
    await vi.waitFor(() => expect(put).toHaveBeenCalled());
    const key = put.mock.calls[0]![1].key!;
    put.mockRestore();
    const notes = async () => {
      const { rowCount } = await app.sql.query('select from import_uploads where storage_key = $1', [key]);
      return rowCount;
    };
    const age = (hours: number) =>
      app.sql.query(
        `update import_uploads set created_at = now() - interval '1 hour' * $2 where storage_key = $1`,
        [key, hours],
      );
    const sweep = () => app.nest.get(AbandonedUploadsSweep, { strict: false }).run(running);
    return { key, kept, notes, age, sweep, storage };
  }
  const file = () => Readable.from([Buffer.from('Name\nA\n')]);

  it('deletes uploads that no job has taken over for a day', async () => {
    const { key, kept, notes, age, sweep, storage } = await anUpload(await points(), file());
    await kept;
    await age(23);
    await sweep();
    (await storage.get(key)).destroy();
    await age(25);
    await sweep();
    await expect(storage.get(key)).rejects.toThrow(StoredFileMissing);
    expect(await notes()).toBe(0);
  });

  it('deletes the partial file of an upload whose process died', async () => {
    const content = new Readable({ read: () => undefined });
    const board = await points();
    const { key, kept, notes, age, sweep } = await anUpload(board, content);
    content.push('Name');
    const isThere = () => existsSync(partOf(board, key));
    await vi.waitFor(() => expect(isThere()).toBe(true));
    await age(25);
    await sweep();
    expect(isThere()).toBe(false);
    expect(await notes()).toBe(0);
    content.destroy(new Error('gone'));
    await expect(kept).rejects.toThrow('gone');
  });

  it('ignores files that a job has taken over, and uploads that failed', async () => {
    const board = await points();
    const { organization } = board;
    const rows = Array.from({ length: 2_001 }, (_, at) => `Item ${at}`);
    const { data } = await organization.owner.client.mutate('boards.import', {
      id: board.id,
      file: { content: ['Name', ...rows].join('\n') },
    });
    expect(data.import.status).toBe('running');
    const failed = await anUpload(board, Readable.from([Buffer.alloc(1_001)]));
    await expect(failed.kept).rejects.toThrow(StoredFileTooLarge);
    const { rows: left } = await organization.app.sql.query(
      'select from import_uploads where organization_id = $1',
      [organization.id],
    );
    expect(left).toEqual([]);
  });
});
