import { describe, expect, it } from 'vitest';
import { SearchDocumentsRepository } from '../../../src/modules/search/search-documents.repository';
import { documentOf } from '../../../src/modules/search/search-document';
import { SearchDocumentsSweep } from '../../../src/modules/search/search-documents.sweep';
import { SearchFill } from '../../../src/modules/search/search-fill.schedule';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import type { TestOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { indexed } from '../../support/search-index';

const COLUMNS = [{ name: 'Notes', type: 'text' }];

async function found({ owner }: TestOrganization, q: string, input: object = {}): Promise<string[]> {
  const { data } = await owner.client.query('search.query', { q, ...input });
  return data.results.map(({ id }: { id: string }) => id);
}

async function documentIds({ app, id }: TestOrganization): Promise<string[]> {
  const { rows } = await app.sql.query<{ id: string }>(
    'select id from search_documents where organization_id = $1 order by id',
    [id],
  );
  return rows.map((row) => row.id);
}

async function aBoardWithItems(): Promise<{ board: TestBoard; itemId: string; subItemId: string }> {
  const board = await aBoard({ name: 'Marquetry', columns: COLUMNS });
  const itemId = await anItem(board, { name: 'Veneer', values: { [board.column('Notes')]: 'walnut' } });
  const subItemId = await anItem(board, { name: 'Veneer press', parentId: itemId });
  await indexed(board.organization);
  return { board, itemId, subItemId };
}

describe('the index of search', () => {
  it('takes up what is older than itself', async () => {
    const { board, itemId, subItemId } = await aBoardWithItems();
    const { organization } = board;
    const before = await documentIds(organization);
    await organization.app.sql.query('delete from search_documents where organization_id = $1', [
      organization.id,
    ]);
    await organization.app.sql.query('delete from search_words where organization_id = $1', [
      organization.id,
    ]);
    expect(await found(organization, 'veneer')).toEqual([]);
    await organization.app.sql.query('insert into search_fills values ($1)', [organization.id]);
    await organization.app.nest.get(SearchFill, { strict: false }).run();
    await indexed(organization);
    expect(await documentIds(organization)).toEqual(before);
    expect(await found(organization, 'veneer')).toEqual([itemId, subItemId]);
    expect(await found(organization, 'vener')).toEqual([subItemId, itemId]);
    const { rows } = await organization.app.sql.query('select from search_fills where organization_id = $1', [
      organization.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('takes up the items of a copied board', async () => {
    const { board } = await aBoardWithItems();
    const { organization } = board;
    const { client } = organization.owner;
    await made(client, 'projects.duplicate', { id: board.project.id, includeItems: true });
    await indexed(organization);
    expect(await found(organization, 'veneer')).toHaveLength(4);
    expect(await found(organization, 'walnut')).toHaveLength(2);
  });

  it('forgets the texts of a deleted column', async () => {
    const { board, itemId } = await aBoardWithItems();
    const { organization } = board;
    expect(await found(organization, 'walnut')).toEqual([itemId]);
    await made(organization.owner.client, 'columns.delete', { id: board.column('Notes') });
    await indexed(organization);
    expect(await found(organization, 'walnut')).toEqual([]);
  });

  it('follows items and their sub-items to another workspace', async () => {
    const { board, itemId, subItemId } = await aBoardWithItems();
    const { organization } = board;
    const workspace = await aWorkspace({ organization });
    const target = await aBoard({ organization, workspace });
    const input = { id: itemId, groupId: target.groupIds[0], boardId: target.id };
    await made(organization.owner.client, 'items.move', input);
    await indexed(organization);
    expect(await found(organization, 'veneer', { workspaceId: workspace.id })).toEqual([itemId, subItemId]);
    expect(await found(organization, 'veneer', { workspaceId: board.workspace.id })).toEqual([]);
  });

  it('brings sub-items back with their parent', async () => {
    const { board, itemId, subItemId } = await aBoardWithItems();
    const { organization } = board;
    const { client } = organization.owner;
    await made(client, 'items.delete', { id: itemId });
    await indexed(organization);
    expect(await found(organization, 'veneer')).toEqual([]);
    await organization.app.nest
      .get(SearchDocumentsSweep, { strict: false })
      .run(new AbortController().signal);
    await made(client, 'items.restore', { id: itemId });
    await indexed(organization);
    expect(await found(organization, 'veneer')).toEqual([itemId, subItemId]);
  });

  it('loses what a deleted board took with it, and nothing else', async () => {
    const { board } = await aBoardWithItems();
    const { organization } = board;
    await made(organization.owner.client, 'boards.delete', { id: board.id });
    await indexed(organization);
    const items = 'delete from items where organization_id = $1 and board_id = $2';
    await organization.app.sql.query(items, [organization.id, board.id]);
    await organization.app.nest
      .get(SearchDocumentsSweep, { strict: false })
      .run(new AbortController().signal);
    expect(await documentIds(organization)).toEqual(
      [board.project.defaultBoardId, board.project.id].toSorted(),
    );
  });

  it('never replaces a newer state by an older one', async () => {
    const { board, itemId } = await aBoardWithItems();
    const { organization } = board;
    const documents = organization.app.nest.get(SearchDocumentsRepository, { strict: false });
    const context = { organizationId: organization.id, transaction: null };
    const { document, words } = documentOf(organization.id, {
      id: itemId,
      type: 'item',
      workspaceId: board.workspace.id,
      name: 'Long ago',
      text: '',
      version: '2020-01-01T00:00:00.000Z',
    });
    await documents.save(context, [document], words);
    expect(await found(organization, 'long ago')).toEqual([]);
    expect(await found(organization, 'walnut')).toEqual([itemId]);
  });
});
