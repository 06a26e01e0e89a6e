import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from '../../../../src/column-types/column-type';
import { newId } from '../../../../src/kernel/ids';
import { startApp, type TestApp } from '../../../support/app';
import {
  archived,
  type EditedArchive,
  editRecords,
  partsOf,
  recordsIn,
  repack,
} from '../../../support/archives';
import { deliverEventsSoFar } from '../../../support/events';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { columnsOfEveryType } from '../../../support/factories/every-type.factory';
import { anItem } from '../../../support/factories/item.factory';
import { imported, tokensCopied } from '../../../support/organization-moves';
import { aSampleWorld, type SampleWorld } from '../../../support/sample-world';

type Row = Record<string, unknown>;

/** Nested deeper than any result. */
const DEEP = JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) as unknown;
const SPANS = [{ start: '2026-01-01' }, { start: '2026-01-02', end: '2026-01-01' }, '2026-01-01', []];
const STRANGER = newId('user');

describe('a value in an archive that no call has written', () => {
  let from: TestApp;
  let to: TestApp;
  let world: SampleWorld;
  let board: TestBoard;
  let itemId: string;
  let columns: Partial<Record<ColumnTypeName, string>>;
  let directory: string;
  let original: EditedArchive;

  /** Stored values of each type that no cell can have. */
  const hostileValues = (): Record<ColumnTypeName, unknown[]> => ({
    text: [5, ['x'], {}, 'x'.repeat(10_001), null],
    long_text: [7, ['<p>x</p>'], 'x'.repeat(100_001)],
    number: ['abc', {}, true, []],
    currency: ['ten', { amount: 1 }],
    percentage: ['50 %', []],
    rating: [101, -1, 2.5, '3'],
    progress: [101, -1, '50'],
    date: ['2026-02-30', 'tomorrow', 5, {}],
    date_range: SPANS,
    timeline: SPANS,
    time_tracking: [
      { seconds: -1, runningSince: null, entries: [] },
      { start: true },
      { seconds: 1 },
      { seconds: 1, runningSince: null, entries: [{}] },
      { seconds: 1, runningSince: null, entries: [{ userId: world.userId, start: 'now', end: null }] },
      { seconds: 1, runningSince: '2026-01-01T00:00:00.000Z', entries: [] },
    ],
    status: [newId('label'), 'Done', 7, { id: 'x' }],
    label: [[newId('label')], 'x', [7], {}],
    dropdown: ['Not an option', 3, ''],
    checkbox: ['true', 1],
    priority: ['Urgent', 1, { id: 'High' }],
    people: [[STRANGER], [world.otherItemId], ['x'], { id: world.userId }],
    link: [[world.userId], {}, ['itm_x'], []],
    dependency: [['itm_x'], 'x', [7]],
    formula: [DEEP, null],
    lookup: [],
    auto_number: ['x', -1, 1.5],
    created_date: ['2026-01-01T00:00:00.000Z'],
    last_updated: ['2026-01-01T00:00:00.000Z'],
    file: [
      [world.fileId],
      [{ id: world.fileId, name: 'a', url: 'javascript:alert(1)', size: 1, type: 'image/png' }],
      [{ id: world.fileId, name: 'a', url: `/api/files/${world.fileId}`, size: -1, type: 'image/png' }],
      [
        {
          id: world.fileId,
          name: 'a',
          url: `/api/files/${world.fileId}`,
          size: 1,
          type: 'text/html\r\nX: y',
        },
      ],
      {},
    ],
    email: ['no address', 5],
    phone: ['123', 5],
    url: ['javascript:alert(1)', 5],
    color: ['red', 'url(//evil.example)', 5],
  });

  /** Null is no default value. Labels that were removed, and users who left, are left out when it is used. */
  const isNoDefault = (value: unknown) => value === null || /lbl_|usr_/.test(JSON.stringify(value));

  beforeAll(async () => {
    from = await startApp({ ROLES: 'api' });
    to = await startApp({ ROLES: 'api' });
    directory = mkdtempSync(join(tmpdir(), 'trestle-values-'));
    world = await aSampleWorld({ app: from });
    board = await aBoard({ workspace: world.board.workspace, project: world.board.project });
    const other = await anItem(board);
    const place = {
      userId: world.userId,
      otherBoardId: world.otherBoard.id,
      otherItemId: world.otherItemId,
      otherColumnId: '',
      linkColumnId: '',
      itemId: other,
    };
    const every = await columnsOfEveryType(board, place, world.fileId);
    columns = every.columns;
    itemId = await anItem(board, { values: every.values });
    await deliverEventsSoFar(from);
    const file = join(directory, 'organization.zip');
    const manifest = await archived(world.organization, file);
    original = { parts: await partsOf(file), manifest };
  }, 120_000);
  afterAll(async () => {
    await Promise.all([from?.close(), to?.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  const changed = (table: string, id: string, edit: (row: Row) => void) =>
    repack(join(directory, 'changed.zip'), original, ({ parts }) =>
      editRecords(parts, table, (rows) => rows.forEach((row) => row['id'] === id && edit(row))),
    );
  const problemOf = async (file: string) =>
    imported(to, file, { isDryRun: true }).then(
      () => 'is imported',
      (error: Error) => error.message,
    );

  it('is rejected in a cell of each type, with the part, the item and the column', async () => {
    const found: [string, unknown, string][] = [];
    for (const [type, values] of Object.entries(hostileValues())) {
      const columnId = columns[type as ColumnTypeName]!;
      for (const value of values) {
        const problem = await problemOf(
          await changed('items', itemId, (row) => void ((row['values'] as Row)[columnId] = value)),
        );
        const expected = `records/items.jsonl has ${itemId} with a value of another type: values.${columnId}: `;
        if (!problem.startsWith(expected)) found.push([type, value, problem]);
      }
    }
    expect(found).toEqual([]);
    expect(Object.keys(hostileValues()).sort()).toEqual([...COLUMN_TYPE_NAMES].sort());
  }, 240_000);

  it('is rejected as a default value', async () => {
    const found: [string, unknown, string][] = [];
    for (const [type, values] of Object.entries(hostileValues())) {
      const columnId = columns[type as ColumnTypeName]!;
      for (const value of values) {
        if (isNoDefault(value)) continue;
        const problem = await problemOf(
          await changed('columns', columnId, (row) => void (row['default_value'] = value)),
        );
        if (!problem.includes(`has ${columnId} with settings that its type does not have`))
          found.push([type, value, problem]);
      }
    }
    expect(found).toEqual([]);
  }, 240_000);

  it('is rejected on an item of another board', async () => {
    const values = (recordsIn(original.parts, 'items').find(({ id }) => id === itemId)!['values'] ??
      {}) as Row;
    const file = await changed('items', world.otherItemId, (row) =>
      Object.assign(row['values'] as Row, { [columns.text!]: values[columns.text!] }),
    );
    expect(await problemOf(file)).toContain(`values.${columns.text}: Is of a column of another board`);
  });

  describe('in an entry of the activity', () => {
    /** The number of a column in the texts of entries. */
    const numberOf = (columnId: string) => {
      const term = recordsIn(original.parts, 'activity_terms').find((row) => row['term'] === columnId);
      return `~${(term!['key'] as number).toString(36)}`;
    };
    /** The first entry with values, with other ones. */
    const withContents = (contents: string) =>
      repack(join(directory, 'changed.zip'), original, ({ parts }) =>
        editRecords(parts, 'activity', (rows) => {
          const entry = rows.find((row) =>
            (row['contents'] as string).includes(numberOf(columns.long_text!)),
          );
          entry!['contents'] = contents;
        }),
      );
    const valuesOf = (columnId: string, value: unknown) =>
      `"V":${JSON.stringify({ [numberOf(columnId)]: value })}`;

    it('is rejected', async () => {
      const cases = [
        '"V":',
        '"V":7',
        '"V":{"~zzzzz":1}',
        '"?":1',
        valuesOf(columns.label!, 'no list'),
        valuesOf(columns.file!, [{ id: world.fileId, name: 'a', url: 'javascript:1', size: 1, type: 'a/b' }]),
      ];
      const found: [string, string][] = [];
      for (const contents of cases) {
        const problem = await problemOf(await withContents(contents));
        if (!problem.includes('records/activity.jsonl has')) found.push([contents, problem]);
      }
      expect(found).toEqual([]);
    }, 60_000);

    it('is left out when it is markup that would be removed', async () => {
      const target = await startApp({ ROLES: 'api' });
      try {
        await imported(
          target,
          await withContents(valuesOf(columns.long_text!, '<img src=x onerror=alert(1)>')),
        );
        await tokensCopied(from, target, world.organization.id);
        const here = world.organization.owner.client.at(target);
        const { status, data } = await here.query('activity.list', { boardId: board.id, limit: 100 });
        expect(status).toBe(200);
        expect(data.entries.length).toBeGreaterThan(0);
        expect(JSON.stringify(data)).not.toContain('onerror');
      } finally {
        await target.close();
      }
    }, 60_000);
  });
});
