import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { FILE_LIMITS } from '../../../../src/modules/exchange/reading/file-table';
import type { WireClient } from '../../../support/client';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aFile } from '../../../support/factories/file.factory';
import { anItem } from '../../../support/factories/item.factory';
import { aLimitedToken } from '../../../support/factories/limited-token.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { aProject } from '../../../support/factories/project.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { listedNames } from '../../../support/item-lists';
import { upload } from '../../../support/multipart';
import { whileLocked } from '../../../support/waiting';
import { endedImport } from '../../../support/imports';

/** More than the lowered limit of a table, in more bytes than any table has. */
const ROWS = 600;
const LOWERED = 100;
const names = Array.from({ length: ROWS }, (_, at) => `Item ${at} ${'x'.repeat(400)}`);

const COLUMNS = [
  { name: 'Points', type: 'number' },
  { name: 'Source', type: 'link' },
  { name: 'Files', type: 'file' },
];

/** Only the first row has a cell in the second column. */
const withColumn = (header: string, cell: string) =>
  [`Name,${header}`, ...names.map((name, at) => `${name},${at === 0 ? cell : ''}`)].join('\n');
const NAMES = withColumn('Points', '5');

describe('an import of a token with limits, whose file is read row by row', () => {
  const rowsBefore = FILE_LIMITS.rows;
  let organization: TestOrganization;
  let board: TestBoard;
  let outside: TestBoard;
  beforeAll(() => {
    FILE_LIMITS.rows = LOWERED;
  });
  afterAll(() => {
    FILE_LIMITS.rows = rowsBefore;
  });
  beforeEach(async () => {
    organization = await anOrganization();
    board = await aBoard({ organization, columns: COLUMNS });
    outside = await aBoard({ organization, columns: COLUMNS });
  });

  const byBoard = () => aLimitedToken(organization, { boardIds: [board.id] });
  const byWorkspace = () => aLimitedToken(organization, { workspaceIds: [board.workspace.id] });
  const send = (client: WireClient, content: string, input: object = { id: board.id }) =>
    upload(
      client,
      [
        { field: 'input', name: null, content: JSON.stringify(input) },
        { name: 'items.csv', content },
      ],
      { path: '/api/boards/import' },
    );
  const begin = async (client: WireClient, content: string, input?: object): Promise<string> => {
    const { status, body } = await send(client, content, input);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('"running"')]);
    return (body as { import: { id: string } }).import.id;
  };
  const ended = (id: string) => endedImport(organization.app, id);
  const moveAway = async ({ id }: TestBoard) => {
    const elsewhere = await aProject({ workspace: await aWorkspace({ organization }) });
    return made(organization.owner.client, 'boards.move', { id, projectId: elsewhere.id });
  };
  const get = (client: WireClient, id: string) => client.query('boards.imports.get', { id });

  it('is read row by row: the job finds an invalid cell, not the call', async () => {
    const id = await begin(await byBoard(), withColumn('Points', 'many'), {
      id: board.id,
      mapping: [{ header: 'Points', columnId: board.column('Points') }],
    });
    expect(await ended(id)).toMatchObject({ status: 'failed', problems: [{ line: 2, column: 'Points' }] });
    expect(await listedNames(board)).toEqual([]);
  });

  it('writes within the limits, and shows its progress to the token', async () => {
    const client = await byBoard();
    const id = await begin(client, NAMES);
    expect(await ended(id)).toMatchObject({ status: 'done' });
    expect((await get(client, id)).data).toMatchObject({ status: 'done', boardId: board.id, created: ROWS });
  });

  it('writes nothing to a board that has left the limits', async () => {
    const client = await byWorkspace();
    const id = await whileLocked(organization.app, 'lock table items in share mode', {
      begin: () => begin(client, NAMES),
      act: () => moveAway(board),
    });
    expect(await ended(id)).toMatchObject({ status: 'failed' });
    expect(await listedNames(board)).toEqual([]);
  });

  it('writes nothing outside: the call is rejected as for a board or a project that does not exist', async () => {
    const client = await byBoard();
    const statusOf = async (input: object) => (await send(client, NAMES, input)).status;
    expect(await statusOf({ id: outside.id })).toBe(404);
    expect(await statusOf({ id: newId('board') })).toBe(404);
    expect(await statusOf({ projectId: outside.project.id, name: 'New' })).toBe(404);
    expect(await statusOf({ projectId: board.project.id, name: 'New' })).toBe(403);
    const { rows } = await organization.app.sql.query('select from imports where organization_id = $1', [
      organization.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('attaches no file of a board outside, although the user of the token has uploaded it', async () => {
    const { client: owner } = organization.owner;
    const { id: fileId } = await aFile(owner);
    const itemId = await anItem(outside);
    await made(owner, 'items.setValue', { itemId, columnId: outside.column('Files'), value: [fileId] });
    const input = {
      id: board.id,
      mapping: [{ header: 'Files', columnId: board.column('Files') }],
    };
    const id = await begin(await byBoard(), withColumn('Files', fileId), input);
    expect(await ended(id)).toMatchObject({ status: 'failed', problems: [{ line: 2, column: 'Files' }] });
    expect(await listedNames(board)).toEqual([]);
  });

  it('links no items: such a file is rejected before anything is looked up', async () => {
    await anItem(outside, { name: 'Plan' });
    const input = {
      id: board.id,
      mapping: [{ header: 'Source', columnId: board.column('Source') }],
    };
    const shown: string[] = [];
    for (const name of ['Plan', 'Missing']) {
      const { status, body } = await send(await byBoard(), withColumn('Source', name), input);
      expect(status).toBe(400);
      shown.push(JSON.stringify(body));
    }
    expect(shown[0]).toBe(shown[1]);
  });

  it('404: the progress of an import outside, also when it failed or creates a board', async () => {
    const { client: owner } = organization.owner;
    const done = await begin(owner, NAMES, { id: outside.id });
    const failed = await begin(owner, withColumn('Points', 'many'), {
      projectId: outside.project.id,
      name: 'Failing',
      mapping: [{ header: 'Points', newColumn: { name: 'Points', type: 'number' } }],
    });
    expect((await ended(done)).status).toBe('done');
    expect((await ended(failed)).status).toBe('failed');
    for (const client of [await byBoard(), await byWorkspace()]) {
      const missing = newId('import');
      const expected = JSON.stringify((await get(client, missing)).body);
      for (const id of [done, failed]) {
        const { status, body } = await get(client, id);
        expect([status, JSON.stringify(body).replaceAll(id, missing)]).toEqual([404, expected]);
      }
    }
    expect((await get(owner, failed)).data.status).toBe('failed');
  });

  it('200: the progress of an import that creates a board inside, also when it failed', async () => {
    const client = await byWorkspace();
    const id = await begin(client, withColumn('Points', 'many'), {
      projectId: board.project.id,
      name: 'Failing',
      mapping: [{ header: 'Points', newColumn: { name: 'Points', type: 'number' } }],
    });
    expect((await ended(id)).status).toBe('failed');
    const { status, data } = await get(client, id);
    expect([status, data.status, data.boardId]).toEqual([200, 'failed', null]);
    expect((await get(await byBoard(), id)).status).toBe(404);
  });

  it('403: from an address that the token does not allow', async () => {
    const client = await aLimitedToken(organization, { allowedCidrs: ['203.0.113.0/24'] });
    expect((await send(client, NAMES)).status).toBe(403);
  });
});
