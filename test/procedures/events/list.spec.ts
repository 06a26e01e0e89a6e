import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { Database } from '../../../src/platform/database/database';
import { EventPartitions } from '../../../src/platform/events/log/event-partitions';
import {
  codesWithoutCredential,
  ONLY_ONLOOKERS,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { startApp } from '../../support/app';
import type { WireClient } from '../../support/client';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { aForm } from '../../support/factories/form.factory';
import { anItem } from '../../support/factories/item.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { checkPublicData } from '../../support/presented-events';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

interface Listed {
  id: string;
  seq: number;
  type: string;
  timestamp: string;
  boardId?: string;
  // The wire is untyped here: specs assert on it.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

const COLUMNS = [{ name: 'Text', type: 'text' }];

describe('events.list', () => {
  let organization: TestOrganization;
  let board: TestBoard;
  beforeEach(async () => {
    organization = await anOrganization();
    board = await aBoard({ organization, groups: ['One', 'Two'], columns: COLUMNS });
  });
  const act = (name: string, input: object) => made(organization.owner.client, name, input);

  async function page(input: object = {}, { client }: { client: WireClient } = organization.owner) {
    await deliverEvents(organization.app);
    const { status, data, body } = await client.query('events.list', input);
    expect([status, body]).toEqual([200, body]);
    for (const { type, data: shown } of data.events as Listed[]) checkPublicData(type, shown);
    return data as { events: Listed[]; cursor: string };
  }

  /** Every event from a cursor on, page by page, and the cursor of the end. */
  async function feed(
    input: { since?: string; [field: string]: unknown } = {},
    someone?: { client: WireClient },
  ) {
    const events: Listed[] = [];
    for (let { since } = input; ;) {
      const next = await page({ ...input, ...(since === undefined ? {} : { since }) }, someone);
      events.push(...next.events);
      if (next.cursor === since)
        return { events, cursor: next.cursor, types: events.map(({ type }) => type) };
      since = next.cursor;
    }
  }
  const share = (guest: TestMember, { id }: TestBoard = board) =>
    act('boards.members.add', { boardId: id, userId: guest.userId, permission: 'view' });

  it('200: public events, oldest first, with the fields of the contract', async () => {
    const itemId = await anItem(board, { name: 'First', values: { [board.column('Text')]: 'given' } });
    await act('items.setValue', { itemId, columnId: board.column('Text'), value: 'changed' });
    await act('organizations.members.invite', { email: 'new@example.com', role: 'member' });
    const { events, types } = await feed();
    expect(types).toEqual([
      'board.created',
      'board.created',
      'item.created',
      'value.changed',
      'member.invited',
    ]);
    const { data: item } = await organization.owner.client.query('items.get', { id: itemId });
    const { subItems: _s, commentCount: _c, fileCount: _f, ...record } = item;
    expect(events[3]).toEqual({
      id: expect.stringMatching(/^evt_/),
      seq: expect.any(Number),
      type: 'value.changed',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      boardId: board.id,
      data: { columnId: board.column('Text'), value: 'changed', previousValue: 'given', item: record },
    });
    expect(events[4]).not.toHaveProperty('boardId');
    const numbers = events.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('200: of one board, with the numbers of its events', async () => {
    await anItem(await aBoard({ organization }));
    await anItem(board);
    const { events } = await feed({ boardId: board.id });
    expect(events.map(({ type, seq }) => [type, seq])).toEqual([
      ['board.created', 1],
      ['item.created', 2],
    ]);
  });

  it('200: of the asked types; the cursor passes over the others', async () => {
    const { cursor } = await feed();
    for (const name of ['a', 'b', 'c']) await aComment(board, await anItem(board, { name }));
    const types = ['comment.created', 'item.deleted'];
    const first = await page({ types, since: cursor, limit: 2 });
    expect(first.events.map(({ type }) => type)).toEqual(['comment.created', 'comment.created']);
    const second = await page({ types, since: first.cursor, limit: 2 });
    expect(second.events).toHaveLength(1);
    expect((await page({ since: second.cursor })).cursor).toBe(second.cursor);
  });

  it('200: at the end the same cursor is returned, and continues later', async () => {
    const { cursor } = await feed();
    expect(await page({ since: cursor })).toEqual({ events: [], cursor });
    expect(await page({ since: cursor, limit: 1 })).toEqual({ events: [], cursor });
    await anItem(board);
    expect((await feed({ since: cursor })).types).toEqual(['item.created']);
  });

  it('200: an organization without events has a cursor, which continues later', async () => {
    const empty = await anOrganization();
    const { cursor } = await page({}, empty.owner);
    expect(await page({ since: cursor }, empty.owner)).toEqual({ events: [], cursor });
    await made(empty.owner.client, 'organizations.members.invite', {
      email: 'a@example.com',
      role: 'member',
    });
    expect((await feed({ since: cursor }, empty.owner)).types).toEqual(['member.invited']);
  });

  it('200: pages of every size have every event once', async () => {
    for (let at = 0; at < 5; at += 1) await act('boards.update', { id: board.id, name: `Name ${at}` });
    const whole = (await feed()).events;
    expect(whole).toHaveLength(7);
    for (const limit of [1, 2, 3, 7, 200]) expect((await feed({ limit })).events).toEqual(whole);
  });

  it('200: the cursor moves on over events that the caller may not see', async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const hidden = await aBoard({ organization, workspace, columns: COLUMNS });
    const outsider = await organization.addMember();
    const { cursor } = await feed({}, outsider);
    for (let at = 0; at < 3; at += 1) await anItem(hidden);
    const empty = await page({ since: cursor, limit: 1 }, outsider);
    expect(empty.events).toEqual([]);
    expect(empty.cursor).not.toBe(cursor);
    await anItem(board);
    const [created] = (await feed({ since: cursor, limit: 1 }, outsider)).events;
    expect(created).toMatchObject({ type: 'item.created', boardId: board.id });
    expect((await feed({ since: empty.cursor, limit: 1 }, outsider)).events).toEqual([created]);
  });

  it('200: guests see the events of the boards that are shared with them, without forms', async () => {
    const guest = await organization.addMember('guest');
    await anItem(board);
    await aForm(board);
    expect((await feed({}, guest)).types).toEqual([]);
    await share(guest);
    expect((await feed({}, guest)).types).toEqual(['board.created', 'item.created']);
    expect((await feed({ boardId: board.id }, guest)).types).toEqual(['board.created', 'item.created']);
    await act('boards.members.remove', { boardId: board.id, userId: guest.userId });
    expect((await feed({}, guest)).types).toEqual([]);
  });

  it('200: events of the organization are for owners and admins', async () => {
    await act('organizations.members.invite', { email: 'new@example.com', role: 'member' });
    const [admin, member] = [await organization.addMember('admin'), await organization.addMember()];
    expect((await feed({}, admin)).types).toContain('member.invited');
    expect((await feed({}, member)).types).not.toContain('member.invited');
  });

  it('200: an item that moved to a hidden board has only left', async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const hidden = await aBoard({ organization, workspace });
    const member = await organization.addMember();
    const { cursor } = await feed();
    const itemId = await anItem(board, { name: 'Was open' });
    await act('items.move', { id: itemId, boardId: hidden.id, groupId: hidden.groupIds[0] });
    await act('items.update', { id: itemId, name: 'Confidential' });
    expect((await feed({ since: cursor }, member)).events).toMatchObject([
      { type: 'item.removed', boardId: board.id, data: { item: { id: itemId, boardId: board.id } } },
    ]);
    // Pages whose first event is hidden are filled from the events after it.
    for (const limit of [1, 2, 3])
      expect((await page({ since: cursor, limit }, member)).events).toMatchObject([{ type: 'item.removed' }]);
    expect((await feed({ since: cursor })).types).toEqual([
      'item.created',
      'item.removed',
      'item.moved',
      'item.updated',
    ]);
    // Back on the open board, without a trace of the other one.
    await act('items.move', { id: itemId, boardId: board.id, groupId: board.groupIds[0] });
    const seen = await feed({ since: cursor }, member);
    expect(seen.types).toEqual(['item.created', 'item.removed', 'item.moved']);
    expect(JSON.stringify(seen.events)).not.toMatch(new RegExp(`${hidden.id}|${hidden.groupIds[0]}`));
  });

  it('200: the items of a page are read once, for the caller and for the page', async () => {
    const { cursor } = await feed();
    await anItem(board);
    await deliverEvents(organization.app);
    const query = vi.spyOn(organization.app.nest.get(Database, { strict: false }), 'query');
    const { events } = await page({ since: cursor });
    const read = query.mock.calls.map(([, { name }]) => name.split(':')[0]!);
    query.mockRestore();
    expect(events).toHaveLength(1);
    const ofItems = new Set(['event-pages.page', 'items.existing', 'hierarchy.items']);
    expect(read.filter((name) => ofItems.has(name))).toEqual(['event-pages.page', 'items.existing']);
  });

  it('200: a purge leaves only ids, in the deletion and in the events before it', async () => {
    const { cursor } = await feed();
    const itemId = await anItem(board, { name: 'Payroll', values: { [board.column('Text')]: 'secret' } });
    await act('items.update', { id: itemId, description: '<p>secret</p>' });
    await act('items.delete', { id: itemId });
    await act('trash.purge', { ids: [itemId] });
    const { events, types } = await feed({ since: cursor });
    expect(types).toEqual(['item.created', 'item.updated', 'item.trashed', 'item.deleted']);
    for (const { data } of events) expect(data).toEqual({ item: { id: itemId, boardId: board.id } });
  });

  it('200: of a deleted board only its deletion remains, for those who see its project', async () => {
    const [member, guest] = [await organization.addMember(), await organization.addMember('guest')];
    await share(guest);
    await anItem(board);
    await act('boards.delete', { id: board.id });
    for (const someone of [organization.owner, member]) {
      const { events } = await feed({}, someone);
      expect(events.filter(({ boardId }) => boardId === board.id)).toMatchObject([
        { type: 'board.deleted', data: { board: { id: board.id, projectId: board.project.id } } },
      ]);
    }
    expect((await feed({}, guest)).types).toEqual([]);
  });

  it('200: an event without a change has none; internal events never appear', async () => {
    const { cursor } = await feed();
    await act('projects.update', { id: board.project.id, name: 'Internal' });
    const rejected = await organization.owner.client.mutate('items.create', { boardId: board.id, name: 'x' });
    expect(rejected.status).toBe(400);
    expect((await feed({ since: cursor })).events).toEqual([]);
  });

  it.each([
    ['a limit of none', { limit: 0 }, 'limit'],
    ['a limit beyond the largest', { limit: 201 }, 'limit'],
    ['an unknown type', { types: ['item.created', 'item.exploded'] }, 'types.1'],
    ['the type of an internal event', { types: ['project.created'] }, 'types.0'],
    ['no types', { types: [] }, 'types'],
    ['an id of another noun', { boardId: newId('item') }, 'boardId'],
    ['an unknown key', { cursor: 'x' }, 'cursor'],
    ['an empty cursor', { since: '' }, 'since'],
    ['a text', { since: 'yesterday' }, 'since'],
    ['an event id', { since: newId('event') }, 'since'],
    ['a cursor without its check', { since: Buffer.from('1.2026-01-01').toString('base64url') }, 'since'],
    ['a forged cursor', { since: Buffer.from('1.2026-99-99.aaaaaaaaaaaa').toString('base64url') }, 'since'],
    ['a long text', { since: 'a'.repeat(201) }, 'since'],
    ['a number', { since: 1 }, 'since'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await organization.owner.client.query('events.list', input))).toEqual([path]);
  });

  it('400: a cursor of another organization, or of another board', async () => {
    const foreign = await aBoard();
    const theirs = await feed({}, foreign.organization.owner);
    const { client } = organization.owner;
    const whole = await feed();
    const other = await aBoard({ organization });
    const ofOther = await feed({ boardId: other.id });
    for (const input of [
      { since: theirs.cursor },
      { since: ofOther.cursor },
      { since: ofOther.cursor, boardId: board.id },
      { since: whole.cursor, boardId: board.id },
    ])
      expect(refusedPaths(await client.query('events.list', input))).toEqual(['since']);
  });

  it('401: without a credential', async () => {
    expect(
      await codesWithoutCredential(board.workspace, (client) => client.query('events.list', {})),
    ).toEqual(UNAUTHORIZED);
  });

  it('403: without the scope read', async () => {
    expect(
      await statusWithoutScope(board.workspace, 'read', (client) => client.query('events.list', {})),
    ).toBe(403);
  });

  it('404: a board that the caller does not see', async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const closed = await aBoard({ organization, workspace });
    const call = (boardId: string) => (client: WireClient) => client.query('events.list', { boardId });
    expect(await statusesBySight(workspace, call(closed.id))).toEqual(ONLY_ONLOOKERS);
    const foreign = await aBoard();
    const { client } = organization.owner;
    expect(await lookOf(foreign.id, (id) => call(id)(client))).toEqual(MISSING);
    await act('boards.delete', { id: closed.id });
    expect(await lookOf(closed.id, (id) => call(id)(client))).toEqual(MISSING);
  });
});

describe('events.list after events were dropped', () => {
  let organization: TestOrganization;
  let board: TestBoard;
  let close: () => Promise<void>;
  beforeAll(async () => {
    // An application of its own, because partitions contain events of all organizations.
    const app = await startApp();
    organization = await anOrganization({ app });
    board = await aBoard({ organization });
    close = () => app.close();
    return close;
  });
  const list = (input: object) => organization.owner.client.query('events.list', input);
  const cursorAfter = async (input: object) => {
    const { status, data, body } = await list(input);
    expect([status, body]).toEqual([200, body]);
    return data.cursor as string;
  };

  it('400: cursor_expired when events after the cursor are no longer kept, and continues otherwise', async () => {
    const { app } = organization;
    await deliverEvents(app);
    const partitions = app.nest.get(EventPartitions, { strict: false });
    await app.sql.query(
      `create table events_20200101 partition of events for values from ('2020-01-01') to ('2020-01-02')`,
    );
    await app.sql.query(`update events set day = '2020-01-01'`);
    const first = await cursorAfter({ limit: 1 });
    const last = await cursorAfter({ limit: 200 });
    const ofBoard = await cursorAfter({ boardId: board.id, limit: 200 });
    await anItem(board);
    await deliverEvents(app);
    expect((await list({ since: first })).data.events.length).toBeGreaterThan(1);

    await partitions.dropBefore('2020-01-02');
    for (const since of [first]) {
      const expired = await list({ since });
      expect(refusedPaths(expired)).toEqual(['since']);
      expect(expired.error!.data).toMatchObject({ reason: 'cursor_expired' });
    }
    // Nothing after these was dropped.
    for (const input of [{ since: last }, { since: ofBoard, boardId: board.id }, {}]) {
      const { data } = await list(input);
      expect(data.events.map(({ type }: { type: string }) => type)).toEqual(['item.created']);
    }

    const end = await cursorAfter({});
    await app.sql.query('truncate events');
    expect((await list({ since: end })).data).toEqual({ events: [], cursor: end });
    expect((await list({ since: last })).error!.data).toMatchObject({ reason: 'cursor_expired' });
    const { data: restart } = await list({});
    expect(restart.events).toEqual([]);
    await anItem(board);
    await deliverEvents(app);
    for (const since of [end, restart.cursor])
      expect((await list({ since })).data.events).toMatchObject([{ type: 'item.created' }]);

    // The database was restored to a time before the cursor.
    const later = await cursorAfter({ since: end });
    await app.sql.query('update event_sequences set last = last - 1 where organization_id = $1', [
      organization.id,
    ]);
    await app.sql.query('truncate events');
    const unknown = await list({ since: later });
    expect(refusedPaths(unknown)).toEqual(['since']);
    expect(unknown.error!.data).not.toHaveProperty('reason');
  });
});
