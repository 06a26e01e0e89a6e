import { describe, expect, it, vi } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import { eventually } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { expectHidden, missingIdLike, refusedPaths } from '../../support/refusals';

/** The organization's owner creates columns unless another client is given. */
function makeColumn(on: TestBoard, name: string, type: string, config: object) {
  return on.organization.owner.client.mutate('columns.create', { boardId: on.id, name, type, config });
}

async function columnOf(on: TestBoard, name: string, type: string, config: object): Promise<string> {
  const { status, data } = await makeColumn(on, name, type, config);
  expect(status).toBe(200);
  return data.id;
}

const formulaOf = (on: TestBoard, name: string, expression: string) =>
  columnOf(on, name, 'formula', { expression });

/** Boards that can all link to each other, each with a number. */
async function linkingBoards(count: number): Promise<TestBoard[]> {
  const columns = [
    { name: 'N', type: 'number' },
    { name: 'Note', type: 'text' },
    { name: 'Links', type: 'link' },
  ];
  const boards = [await aBoard({ columns })];
  const { organization, workspace } = boards[0]!;
  while (boards.length < count) boards.push(await aBoard({ organization, workspace, columns }));
  return boards;
}

const looking = (from: TestBoard, targetColumnId: string, aggregate = 'max') => ({
  linkColumnId: from.column('Links'),
  targetColumnId,
  aggregate,
});

async function sortedBy(on: TestBoard, sortBy: string, filters?: object[]): Promise<string[]> {
  const given = { boardId: on.id, sortBy, ...(filters ? { filters } : {}) };
  const { status, data } = await on.organization.owner.client.query('items.list', given);
  expect(status).toBe(200);
  return data.items.map(({ id }: { id: string }) => id);
}

describe('a type of results that changes', () => {
  it('propagates to formulas and lookups on all boards, which then sort and filter by it', async () => {
    const [target, middle, last] = (await linkingBoards(3)) as [TestBoard, TestBoard, TestBoard];
    const { client } = target.organization.owner;
    const base = await formulaOf(target, 'Base', 'IF(TRUE, {N}, {Note})');
    const same = await formulaOf(target, 'Same', '{Base}');
    const most = await columnOf(middle, 'Most', 'lookup', looking(middle, same));
    const next = await formulaOf(middle, 'Next', '{Most}');
    const far = await columnOf(last, 'Far', 'lookup', looking(last, next));
    const end = await formulaOf(last, 'End', '{Far}');
    const lines: [ItemId, ItemId, ItemId][] = [];
    for (const value of [-1, -20, 3]) {
      const a = await anItem(target, { values: { [target.column('N')]: value } });
      const b = await anItem(middle, { values: { [middle.column('Links')]: [a] } });
      lines.push([a, b, await anItem(last, { values: { [last.column('Links')]: [b] } })]);
    }
    const at = (board: number) => [1, 0, 2].map((line) => lines[line]![board]!);
    // None of the values changes, so only the keys show it.
    await made(client, 'columns.update', { id: base, config: { expression: '{N}' } });
    const columns: [TestBoard, string, number][] = [
      [target, base, 0],
      [target, same, 0],
      [middle, most, 1],
      [middle, next, 1],
      [last, far, 2],
      [last, end, 2],
    ];
    await vi.waitFor(async () => {
      for (const [board, column, place] of columns) {
        expect(await sortedBy(board, column)).toEqual(at(place));
        const less = [{ columnId: column, operator: 'lt', value: 0 }];
        expect(await sortedBy(board, column, less)).toEqual(at(place).slice(0, 2));
      }
    });
    // And back to texts, which a number is not.
    await made(client, 'columns.update', { id: base, config: { expression: '"n" & {N}' } });
    await vi.waitFor(async () => {
      expect(await valueOf(last, lines[0]![2], end)).toBe('n-1');
      for (const [board, column, place] of columns) {
        expect(await sortedBy(board, column)).toEqual([0, 1, 2].map((line) => lines[line]![place]!));
      }
    });
  });

  it('turns values that no longer fit into errors, until they fit again', async () => {
    const [board] = (await linkingBoards(1)) as [TestBoard];
    const { client } = board.organization.owner;
    const base = await formulaOf(board, 'Base', '{N}');
    const twice = await formulaOf(board, 'Twice', '{Base} * 2');
    const id = await anItem(board, { values: { [board.column('N')]: 4 } });
    expect(await valueOf(board, id, twice)).toBe(8);
    await made(client, 'columns.update', { id: base, config: { expression: 'TODAY()' } });
    await vi.waitFor(async () => {
      const { data } = await client.query('items.get', { id });
      expect(data.errors?.[twice]).toMatch(/^#error /);
    });
    await made(client, 'columns.update', { id: base, config: { expression: '{N} + 1' } });
    await vi.waitFor(async () => expect(await valueOf(board, id, twice)).toBe(10));
  });
});

describe('circular references across boards', () => {
  it('400: with a formula in between', async () => {
    const [a, b] = (await linkingBoards(2)) as [TestBoard, TestBoard];
    const { client } = a.organization.owner;
    const first = await formulaOf(a, 'First', '1');
    await columnOf(b, 'There', 'lookup', looking(b, first));
    const half = await formulaOf(b, 'Half', '{There} & ""');
    await columnOf(a, 'Back', 'lookup', looking(a, half));
    const circle = await client.mutate('columns.update', { id: first, config: { expression: '{Back}' } });
    expect(refusedPaths(circle)).toEqual(['config.expression']);
  });

  it('exactly one of two concurrent columns that would close a cycle, on four boards', async () => {
    const [a, b, c, d] = (await linkingBoards(4)) as [TestBoard, TestBoard, TestBoard, TestBoard];
    const { owner, app } = a.organization;
    // A looks at B, and C at D; all of them are numbers before and after.
    const inB = await columnOf(b, 'B', 'lookup', looking(b, c.column('N'), 'count'));
    const inA = await columnOf(a, 'A', 'lookup', looking(a, inB, 'count'));
    const inD = await columnOf(d, 'D', 'lookup', looking(d, a.column('N'), 'count'));
    const inC = await columnOf(c, 'C', 'lookup', looking(c, inD, 'count'));
    const lookAt = (id: string, targetColumnId: string) =>
      owner.client.mutate('columns.update', { id, config: { targetColumnId } });
    const writer = await app.sql.connect();
    const waiting = (count: number) =>
      vi.waitFor(async () => {
        const { rowCount } = await app.sql.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(count);
      });
    try {
      // The one has been judged and is about to be written when the other comes.
      await writer.query('begin');
      await writer.query('select from columns where id = $1 for update', [inD]);
      const one = lookAt(inD, inA);
      await waiting(1);
      const other = lookAt(inB, inC);
      await Promise.race([other, waiting(2)]);
      await writer.query('rollback');
      const answers = await Promise.all([one, other]);
      expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    } finally {
      await writer.query('rollback');
      writer.release();
    }
  });

  it('exactly one of two boards that begin to refer to each other', async () => {
    const [a, b] = (await linkingBoards(2)) as [TestBoard, TestBoard];
    const { client } = a.organization.owner;
    for (let round = 0; round < 3; round += 1) {
      const inA = await columnOf(a, `A${round}`, 'lookup', { linkColumnId: a.column('Links') });
      const inB = await columnOf(b, `B${round}`, 'lookup', { linkColumnId: b.column('Links') });
      const answers = await Promise.all([
        client.mutate('columns.update', { id: inA, config: { targetColumnId: inB } }),
        client.mutate('columns.update', { id: inB, config: { targetColumnId: inA } }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });
});

describe('two boards that refer to each other', () => {
  it('a link does not wait for a writer of the linked item, and its lookup is correct in the end', async () => {
    const [a, b] = (await linkingBoards(2)) as [TestBoard, TestBoard];
    const sum = await columnOf(a, 'Sum', 'lookup', looking(a, b.column('N'), 'sum'));
    const [one, other] = [await anItem(a), await anItem(b, { values: { [b.column('N')]: 1 } })];
    const writer = await a.organization.app.sql.connect();
    try {
      await writer.query('begin');
      await writer.query('select from items where id = $1 for update', [other]);
      const { status, data } = await a.organization.owner.client.mutate('items.setValue', {
        itemId: one,
        columnId: a.column('Links'),
        value: [other],
      });
      expect([status, data.values[sum]]).toEqual([200, 1]);
    } finally {
      await writer.query('rollback');
      writer.release();
    }
    await made(a.organization.owner.client, 'items.setValue', {
      itemId: other,
      columnId: b.column('N'),
      value: 2,
    });
    await eventually(a.organization.app, async () => expect(await valueOf(a, one, sum)).toBe(2));
  });

  it('are correct after concurrent changes of links and values of both', async () => {
    const [a, b] = (await linkingBoards(2)) as [TestBoard, TestBoard];
    const { client } = a.organization.owner;
    const sums = {
      a: await columnOf(a, 'Sum', 'lookup', looking(a, b.column('N'), 'sum')),
      b: await columnOf(b, 'Sum', 'lookup', looking(b, a.column('N'), 'sum')),
    };
    const ofA = [await anItem(a), await anItem(a)];
    const ofB = [await anItem(b), await anItem(b)];
    const set = (itemId: string, columnId: string, value: unknown) =>
      client.mutate('items.setValue', { itemId, columnId, value });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => [
        set(ofA[at % 2]!, a.column('Links'), at % 3 === 0 ? ofB : [ofB[at % 2]]),
        set(ofB[at % 2]!, b.column('Links'), at % 3 === 0 ? ofA : [ofA[at % 2]]),
        set(ofA[(at + 1) % 2]!, a.column('N'), at),
        set(ofB[(at + 1) % 2]!, b.column('N'), at * 100),
      ]).flat(),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await eventually(a.organization.app, async () => {
      for (const [board, other, sum, ids] of [
        [a, b, sums.a, ofA],
        [b, a, sums.b, ofB],
      ] as const) {
        for (const id of ids) {
          const links = (await valueOf(board, id, board.column('Links'))) as string[];
          const numbers = await Promise.all(
            links.map((link) => valueOf(other, link as ItemId, other.column('N'))),
          );
          const total = numbers.reduce<number>((all, number) => all + Number(number), 0);
          expect(await valueOf(board, id, sum)).toBe(total);
        }
      }
    });
  });
});

describe('a lookup of a board that the caller cannot see', () => {
  async function closedTarget() {
    const [board] = (await linkingBoards(1)) as [TestBoard];
    const { organization, workspace } = board;
    const closed = await aBoard({
      workspace: await aWorkspace({ organization, visibility: 'closed' }),
      columns: [
        { name: 'Secret', type: 'number' },
        { name: 'Why', type: 'text' },
      ],
    });
    const builder = await organization.addMember('member');
    await made(organization.owner.client, 'workspaces.members.add', {
      workspaceId: workspace.id,
      userId: builder.userId,
      role: 'member',
    });
    return { board, closed, builder };
  }

  it('404: another aggregate or link, which would show more of it; renaming is allowed', async () => {
    const { board, closed, builder } = await closedTarget();
    const count = await columnOf(board, 'Count', 'lookup', looking(board, closed.column('Why'), 'count'));
    const update = (config: object) => builder.client.mutate('columns.update', { id: count, config });
    const missing = await update({ targetColumnId: missingIdLike(count) });
    expect(missing.status).toBe(404);
    for (const aggregate of ['list', 'sum', 'max']) {
      const rejected = await update({ aggregate });
      expect([rejected.status, rejected.body]).toEqual([404, missing.body]);
    }
    const links = await columnOf(board, 'Other links', 'link', {});
    expect((await update({ linkColumnId: links })).status).toBe(404);
    const renamed = await builder.client.mutate('columns.update', { id: count, name: 'How many' });
    expect(renamed.status).toBe(200);
    expect((await update({ aggregate: 'count' })).status).toBe(200);
  });

  it('200: a user who sees its board sees its results, and nothing else of the other', async () => {
    const { board, closed, builder } = await closedTarget();
    const own = board.organization.owner;
    const each = await formulaOf(closed, 'Each', '{Secret} / {Why}');
    const sum = await columnOf(board, 'Sum', 'lookup', looking(board, closed.column('Secret'), 'sum'));
    const failing = await columnOf(board, 'Each', 'lookup', looking(board, each));
    const values = { [closed.column('Secret')]: 7, [closed.column('Why')]: 'hush' };
    const ref = await anItem(closed, { values });
    const id = await anItem(board, { values: { [board.column('Links')]: [ref] } });
    const guest = await board.organization.addMember('guest');
    await made(own.client, 'boards.members.add', {
      boardId: board.id,
      userId: guest.userId,
      permission: 'view',
    });
    for (const { client } of [builder, guest]) {
      const { status, data } = await client.query('items.get', { id });
      expect([status, data.values[sum]]).toEqual([200, 7]);
      expect(data.errors).toEqual({ [failing]: '#error a linked item has no result' });
      expect(JSON.stringify(data)).not.toContain('hush');
      expect((await client.query('items.list', { boardId: board.id, sortBy: sum })).status).toBe(200);
      await expectHidden(ref, (asked) => client.query('items.get', { id: asked }));
      await expectHidden(closed.id, (asked) => client.query('boards.get', { id: asked }));
    }
  });
});
