import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import type { TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

const include = ['people', 'links'];

describe('include of items.list and items.get', () => {
  let board: TestBoard;
  let hidden: TestBoard;
  let member: TestMember;
  let stranger: TestMember;
  let guest: TestMember;
  let itemId: string;
  let linkedId: string;
  let hiddenId: string;

  beforeAll(async () => {
    const seen = await aBoard({ columns: [] });
    const { organization } = seen;
    hidden = await aBoard({
      workspace: await aWorkspace({ organization, visibility: 'closed' }),
      columns: [],
    });
    board = await aBoard({
      organization,
      columns: [
        { name: 'People', type: 'people' },
        { name: 'Link', type: 'link' },
        { name: 'Text', type: 'text' },
      ],
    });
    member = await organization.addMember('member');
    stranger = await organization.addMember('member');
    guest = await organization.addMember('guest');
    await made(organization.owner.client, 'boards.members.add', {
      boardId: board.id,
      userId: guest.userId,
      permission: 'view',
    });
    linkedId = await anItem(seen, { name: 'Seen' });
    hiddenId = await anItem(hidden, { name: 'Hidden' });
    itemId = await anItem(board, {
      name: 'Item',
      values: {
        [board.column('People')]: [member.userId],
        [board.column('Link')]: [linkedId, hiddenId],
        // An id in a text names no one.
        [board.column('Text')]: `"${stranger.userId}" ${hiddenId}`,
      },
    });
  });

  const read = async (input: object, client = board.organization.owner.client) => {
    const { status, data, body } = await client.query('items.list', { boardId: board.id, ...input });
    expect(status, JSON.stringify(body)).toBe(200);
    return data;
  };
  const named = async (input: object, client?: TestMember['client']) => (await read(input, client)).included;
  const ids = (records: { id: string }[]) => records.map(({ id }) => id);

  it('200: the users and items that the page names', async () => {
    const { people, links } = await named({ include });
    expect(ids(people).toSorted()).toEqual([board.organization.owner.userId, member.userId].toSorted());
    for (const person of people)
      expect(Object.keys(person)).toEqual(['id', 'name', 'avatar', 'isServiceAccount']);
    expect(links.map(({ id, name }: { id: string; name: string }) => [id, name]).toSorted()).toEqual(
      [
        [linkedId, 'Seen'],
        [hiddenId, 'Hidden'],
      ].toSorted(),
    );
    expect(links.find(({ id }: { id: string }) => id === hiddenId).boardId).toBe(hidden.id);
  });

  it('200: nothing that is not requested', async () => {
    expect(Object.keys(await read({}))).toEqual(['items', 'nextCursor']);
    expect(Object.keys(await named({ include: ['people'] }))).toEqual(['people']);
  });

  it('200: of the listed columns only, and of sub-items too', async () => {
    const { people, links } = await named({ include, columns: [board.column('Text')] });
    expect(ids(people)).toEqual([board.organization.owner.userId]);
    expect(links).toEqual([]);
    const own = await aBoard({
      organization: board.organization,
      columns: [{ name: 'People', type: 'people' }],
    });
    const parentId = await anItem(own);
    await anItem(own, { parentId, values: { [own.column('People')]: [member.userId] } });
    const list = await named({ boardId: own.id, include, subItems: true });
    expect(ids(list.people)).toContain(member.userId);
    const { data } = await own.organization.owner.client.query('items.get', { id: parentId, include });
    expect(ids(data.included.people)).toContain(member.userId);
  });

  it('200: links of boards that the caller sees; a guest sees the names of people on the shared board', async () => {
    expect(ids((await named({ include }, member.client)).links)).toEqual([linkedId]);
    const asGuest = await named({ include }, guest.client);
    expect(ids(asGuest.people)).toContain(member.userId);
    expect(asGuest.links).toEqual([]);
    const { data } = await guest.client.query('items.get', { id: itemId, include });
    expect(ids(data.included.people)).toContain(member.userId);
    expect(ids(data.included.people)).not.toContain(stranger.userId);
    expect(data.included.links).toEqual([]);
  });

  it('200: no name of an item in Trash, nor of a former member', async () => {
    const own = await aBoard({
      columns: [
        { name: 'People', type: 'people' },
        { name: 'Link', type: 'link' },
      ],
    });
    const other = await aBoard({ organization: own.organization });
    const { client } = own.organization.owner;
    const former = await own.organization.addMember('member');
    const link = await anItem(other);
    await anItem(own, { values: { [own.column('People')]: [former.userId], [own.column('Link')]: [link] } });
    await made(client, 'items.delete', { id: link });
    await made(client, 'organizations.members.deactivate', { userId: former.userId });
    const { people, links } = await named({ boardId: own.id, include }, client);
    expect(ids(people)).toEqual([own.organization.owner.userId]);
    expect(links).toEqual([]);
  });

  it('400: names what cannot be included', async () => {
    const { client } = board.organization.owner;
    const list = (given: unknown) => client.query('items.list', { boardId: board.id, include: given });
    expect(refusedPaths(await list(['files']))).toEqual(['include.0']);
    expect(refusedPaths(await list(['people', 'people']))).toEqual(['include']);
  });
});
