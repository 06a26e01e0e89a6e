import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  codesWithoutCredential,
  expectOnlyOnlookers,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aProject } from '../../support/factories/project.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { expectHidden, refusedPaths } from '../../support/refusals';
import { indexed } from '../../support/search-index';

interface Result {
  id: string;
  type: string;
  name: string;
  snippet: string | null;
  archived: boolean;
}

const COLUMNS = [
  { name: 'Notes', type: 'long_text' },
  { name: 'Contact', type: 'email' },
  { name: 'Count', type: 'number' },
];

describe('search.query', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ name: 'Roadmap', columns: COLUMNS });
  });

  const search = (input: object, client = board.organization.owner.client) =>
    client.query('search.query', input);
  const results = async (input: object, client = board.organization.owner.client): Promise<Result[]> => {
    const { status, data, body } = await search(input, client);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return data.results;
  };

  /** A new board with these items, in the index; returns the names that a search finds. */
  async function finder(names: string[]) {
    const own = await aBoard({ columns: COLUMNS });
    for (const name of names) await anItem(own, { name });
    await indexed(own.organization);
    const { client } = own.organization.owner;
    const found = async (q: string) =>
      (await results({ q, types: ['item'] }, client)).map(({ name }) => name);
    return { own, client, found };
  }

  it('200: the matches and their locations', async () => {
    const { workspace, project, organization } = board;
    const itemId = await anItem(board, {
      name: 'Order the xylophone',
      values: { [board.column('Notes')]: '<p>Ask <b>Wilhelmina</b> first</p>' },
    });
    await indexed(organization);
    const place = {
      projectId: project.id,
      projectName: project.record.name,
      workspaceId: workspace.id,
      workspaceName: workspace.record.name,
      archived: false,
    };
    const item = {
      id: itemId,
      type: 'item',
      name: 'Order the xylophone',
      itemId,
      boardId: board.id,
      boardName: 'Roadmap',
      ...place,
    };
    const { data } = await search({ q: 'xylophone' });
    expect(data).toEqual({ results: [{ ...item, snippet: null }], nextCursor: null });
    expect(await results({ q: 'wilhelmina' })).toEqual([{ ...item, snippet: 'Ask Wilhelmina first' }]);
    expect(await results({ q: 'roadmap' })).toEqual([
      { ...item, id: board.id, type: 'board', name: 'Roadmap', itemId: null, snippet: null },
    ]);
    const [found] = await results({ q: project.record.name, types: ['project'] });
    expect(found).toMatchObject({
      id: project.id,
      type: 'project',
      itemId: null,
      boardId: null,
      boardName: null,
      ...place,
    });
  });

  it('200: words in any order and their prefixes, parts of words, typing errors', async () => {
    const { found } = await finder(['Quarterly report', 'Quarterly budget', 'Meeting notes']);
    for (const q of [
      'report quarterly',
      'quarter rep',
      'REPORT',
      're',
      'epor',
      'quaterly report',
      'reprot',
    ]) {
      expect([q, await found(q)]).toEqual([q, ['Quarterly report']]);
    }
    expect(await found('quarterly meeting')).toEqual([]);
    expect(await found('xyzzy')).toEqual([]);
  });

  it('200: ignores case, accents and script variants', async () => {
    const { found } = await finder([
      'Café Zürich',
      'Отчёт за квартал',
      '東京の会議室を予約',
      '분기 보고서',
      'Launch 🚀',
    ]);
    expect(await found('cafe zurich')).toEqual(['Café Zürich']);
    expect(await found('отчет')).toEqual(['Отчёт за квартал']);
    for (const q of ['会議', '議室', '約', '東京の会議室を予約']) {
      expect([q, await found(q)]).toEqual([q, ['東京の会議室を予約']]);
    }
    expect(await found('보고')).toEqual(['분기 보고서']);
    expect(await found('🚀')).toEqual(['Launch 🚀']);
  });

  it('200: the exact name first, then names with the prefix, words of names, other words, typing errors', async () => {
    const own = await aBoard({ name: 'Anything', columns: COLUMNS });
    const item = (name: string, notes?: string) =>
      anItem(own, { name, ...(notes ? { values: { [own.column('Notes')]: notes } } : {}) });
    await item('Budgte');
    await item('Elsewhere', '<p>the budget</p>');
    await item('Old budget');
    await item('New budget');
    await item('Budget 2027');
    await item('Budget');
    await indexed(own.organization);
    const { client } = own.organization.owner;
    const names = (await results({ q: 'budget' }, client)).map(({ name }) => name);
    expect(names).toEqual(['Budget', 'Budget 2027', 'New budget', 'Old budget', 'Elsewhere', 'Budgte']);
  });

  it('200: descriptions and texts among the values, and neither markup nor numbers', async () => {
    const own = await aBoard({ columns: COLUMNS });
    const { client } = own.organization.owner;
    const id = await anItem(own, {
      name: 'Plain',
      values: { [own.column('Contact')]: 'ann@example.com', [own.column('Count')]: 4711 },
    });
    await made(client, 'items.update', { id, description: '<p>Bring <strong>umbrellas</strong></p>' });
    await indexed(own.organization);
    const ids = async (q: string) => (await results({ q }, client)).map((result) => result.id);
    expect(await ids('umbrella')).toEqual([id]);
    expect(await ids('ann@example.com')).toEqual([id]);
    expect(await ids('strong')).toEqual([]);
    expect(await ids('4711')).toEqual([]);
  });

  it('200: follows changes', async () => {
    const { own, client, found } = await finder(['Alpaca']);
    const { data } = await client.query('items.list', { boardId: own.id });
    const { id } = data.items[0];
    const notes = own.column('Notes');
    await made(client, 'items.update', { id, name: 'Llama' });
    await made(client, 'items.setValue', { itemId: id, columnId: notes, value: 'Vicuña' });
    await indexed(own.organization);
    expect([await found('alpaca'), await found('llama'), await found('vicuna')]).toEqual([
      [],
      ['Llama'],
      ['Llama'],
    ]);
    await made(client, 'items.setValue', { itemId: id, columnId: notes, value: null });
    await indexed(own.organization);
    expect(await found('vicuna')).toEqual([]);
    await made(client, 'items.delete', { id });
    expect(await found('llama')).toEqual([]);
    await indexed(own.organization);
    await made(client, 'items.restore', { id });
    await indexed(own.organization);
    expect(await found('llama')).toEqual(['Llama']);
  });

  it('200: archived records are marked, also inside archived ones; deleted ones immediately no longer exist', async () => {
    const { own, client } = await finder(['Zeppelin', 'Zeppelin hangar']);
    const flags = async () =>
      Object.fromEntries(
        (await results({ q: 'zeppelin' }, client)).map(({ name, archived }) => [name, archived]),
      );
    const [{ id }] = (await results({ q: 'zeppelin hangar' }, client)) as [Result];
    await made(client, 'items.archive', { id });
    expect(await flags()).toEqual({ Zeppelin: false, 'Zeppelin hangar': true });
    await made(client, 'projects.archive', { id: own.project.id });
    expect(await flags()).toEqual({ Zeppelin: true, 'Zeppelin hangar': true });
    await made(client, 'boards.delete', { id: own.id });
    expect(await flags()).toEqual({});
  });

  it('200: only the given types and workspace; comments do not exist yet', async () => {
    const first = await aBoard({ name: 'Gazebo' });
    const { organization } = first;
    const second = await aBoard({
      organization,
      workspace: await aWorkspace({ organization }),
      name: 'Gazebo',
    });
    const itemId = await anItem(first, { name: 'Gazebo' });
    await indexed(organization);
    const { client } = organization.owner;
    const ids = async (input: object) =>
      (await results({ q: 'gazebo', ...input }, client)).map(({ id }) => id).toSorted();
    expect(await ids({})).toEqual([first.id, second.id, itemId].toSorted());
    expect(await ids({ types: ['board'] })).toEqual([first.id, second.id].toSorted());
    expect(await ids({ types: ['item', 'project'] })).toEqual([itemId]);
    expect(await ids({ types: ['comment'] })).toEqual([]);
    expect(await ids({ workspaceId: second.workspace.id })).toEqual([second.id]);
  });

  it('200: only what the caller can see', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const { organization } = closed;
    const hidden = await aBoard({ workspace: closed, name: 'Obelisk' });
    const open = await aBoard({
      organization,
      workspace: await aWorkspace({ organization }),
      name: 'Obelisk',
    });
    await anItem(hidden, { name: 'Obelisk of secrets' });
    await indexed(organization);
    const names = async ({ client }: { client: typeof organization.owner.client }) =>
      (await results({ q: 'obelisk' }, client)).map(({ name }) => name);
    const all = ['Obelisk', 'Obelisk', 'Obelisk of secrets'];
    expect(await names(organization.owner)).toEqual(all);
    expect(await names(await closed.addMember('viewer'))).toEqual(all);
    const outsider = await organization.addMember('member');
    expect((await results({ q: 'obelisk' }, outsider.client)).map(({ id }) => id)).toEqual([open.id]);
    expect(await results({ q: 'secrets' }, outsider.client)).toEqual([]);
    expect(await results({ q: 'secrest' }, outsider.client)).toEqual([]);
    expect(await names(await organization.addMember('guest'))).toEqual([]);
    const stranger = await aBoard();
    expect(await names(stranger.organization.owner)).toEqual([]);
  });

  it('200: pages neither skip nor repeat, whatever happens to the record at their end', async () => {
    const names = ['Fjord', 'Fjord one', 'Fjord two', 'A fjord', 'The fjord', 'Fjrod'];
    const { own, client } = await finder(names);
    const page = async (cursor?: string) =>
      (await client.query('search.query', { q: 'fjord', limit: 1, ...(cursor ? { cursor } : {}) })).data;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { results: rows, nextCursor } = await page(cursor);
      seen.push(...rows.map(({ name }: Result) => name));
      if (rows[0]?.name === 'Fjord two') {
        await made(client, 'items.update', { id: rows[0].id, name: 'Renamed' });
        await indexed(own.organization);
      }
      if (rows[0]?.name === 'The fjord') await made(client, 'items.delete', { id: rows[0].id });
      cursor = nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['Fjord', 'Fjord two', 'Fjord one', 'The fjord', 'A fjord', 'Fjrod']);
  });

  it('200: a page continues after its cursor when its position is not cached', async () => {
    const names = ['Geyser', 'Geyser one', 'Geyser two', 'A geyser', 'The geyser', 'Geysre'];
    const { client } = await finder(names);
    const all = await results({ q: 'geyser' }, client);
    expect(all).toHaveLength(names.length);
    for (const [at, { id }] of all.entries()) {
      const rest = await results({ q: 'geyser', cursor: id }, client);
      expect(rest.map((each) => each.id)).toEqual(all.slice(at + 1).map((each) => each.id));
    }
  });

  it.each([
    ['200 quotes', "'".repeat(200)],
    ['signs of a tsquery', "a' & !b | (c:*) <-> 'd"],
    ['an open quote and a backslash', "it's \\"],
    ['wildcards', '%_%'],
    ['an asterisk', '*'],
    ['SQL', "'; drop table items; --"],
    ['many words', 'ab '.repeat(66)],
    ['one long word', 'x'.repeat(200)],
    ['marks without letters', '\u0301\u0301\u0301'],
    ['all kinds of spaces', '\u00a0a\u2003\u3000b\u200b'],
    ['directions', '\u202eabc\u202c'],
    ['a long run', '会'.repeat(200)],
    ['letters that grow', 'ﷺ'.repeat(200)],
  ])('200: %s', async (_what, q) => {
    const { status } = await search({ q });
    expect(status).toBe(200);
  });

  it('200: wildcards match nothing by themselves', async () => {
    expect(await results({ q: '%' })).toEqual([]);
    expect(await results({ q: 'r_admap' })).toEqual([]);
  });

  it.each([
    ['no question', {}, 'q'],
    ['an empty question', { q: '' }, 'q'],
    ['blanks', { q: '   ' }, 'q'],
    ['201 characters', { q: 'x'.repeat(201) }, 'q'],
    ['NUL', { q: 'a\u0000b' }, 'q'],
    ['a lone surrogate', { q: 'a\ud800' }, 'q'],
    ['a number', { q: 5 }, 'q'],
    ['an unknown type', { q: 'a', types: ['column'] }, 'types.0'],
    ['no types', { q: 'a', types: [] }, 'types'],
    ['a type twice', { q: 'a', types: ['item', 'item'] }, 'types'],
    ['an invalid workspace', { q: 'a', workspaceId: 'wsp_1' }, 'workspaceId'],
    ['a limit of 0', { q: 'a', limit: 0 }, 'limit'],
    ['a limit of 201', { q: 'a', limit: 201 }, 'limit'],
    ['a cursor that is no id', { q: 'a', cursor: 'x' }, 'cursor'],
    ['an unknown cursor', { q: 'roadmap', cursor: newId('item') }, 'cursor'],
    ['a cursor without anything to find', { q: '%', cursor: newId('item') }, 'cursor'],
    ['an unknown key', { q: 'a', fuzzy: true }, 'fuzzy'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await search(input))).toContain(path);
  });

  it('400: a cursor of another list, another organization or of a hidden record', async () => {
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed, name: 'Roadmap' });
    const foreign = await aBoard({ name: 'Roadmap' });
    await indexed(board.organization);
    await indexed(foreign.organization);
    const { client } = await board.organization.addMember('member');
    const missing = await search({ q: 'roadmap', cursor: newId('board') }, client);
    for (const { id } of [hidden, foreign]) {
      expect((await search({ q: 'roadmap', cursor: id }, client)).body).toEqual(missing.body);
    }
    expect(refusedPaths(await search({ q: 'nothing like it', cursor: board.id }))).toEqual(['cursor']);
  });

  it('401: without a credential', async () => {
    const call = codesWithoutCredential(board.workspace, (client) => search({ q: 'a' }, client));
    expect(await call).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    expect(await statusWithoutScope(board.workspace, 'read', (client) => search({ q: 'a' }, client))).toBe(
      403,
    );
  });

  it('404: a workspace that is missing, of another organization, or hidden', async () => {
    const { client } = board.organization.owner;
    const inWorkspace = (workspaceId: string) => search({ q: 'a', workspaceId }, client);
    const foreign = await aWorkspace();
    await expectHidden(foreign.id, inWorkspace);
    const deleted = await aWorkspace({ organization: board.organization });
    await made(client, 'workspaces.delete', { id: deleted.id });
    await expectHidden(deleted.id, inWorkspace);
    const closed = await aWorkspace({ visibility: 'closed' });
    await expectOnlyOnlookers(closed, (caller) => search({ q: 'a', workspaceId: closed.id }, caller));
  });

  it('200: a project without boards, and its description', async () => {
    const project = await aProject();
    const { client } = project.organization.owner;
    await made(client, 'projects.update', { id: project.id, description: 'All about hovercraft' });
    await indexed(project.organization);
    const [found] = await results({ q: 'hovercraft' }, client);
    expect(found).toMatchObject({ id: project.id, snippet: 'All about hovercraft' });
  });
});
