import { describe, expect, it, vi } from 'vitest';
import { SearchDocumentsRepository } from '../../../src/modules/search/index/search-documents.repository';
import { SearchDocumentsSweep } from '../../../src/modules/search/index/search-documents.sweep';
import { SearchIndexerService } from '../../../src/modules/search/index/search-indexer.service';
import { idOf, type IndexedRecord } from '../../../src/modules/search/search-types';
import { SearchFillSweep } from '../../../src/modules/search/index/search-fill.sweep';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import type { TestOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ofOrganization } from '../../support/record-keys';
import { indexed } from '../../support/search-index';

const COLUMNS = [{ name: 'Notes', type: 'text' }];

async function found({ owner }: TestOrganization, q: string, input: object = {}): Promise<string[]> {
  const { data } = await owner.client.query('search.query', { q, ...input });
  return data.results.map(({ id }: { id: string }) => id);
}

async function documentIds({ app, id }: TestOrganization): Promise<string[]> {
  const { rows } = await app.sql.query<IndexedRecord>(
    `select type, place from search_documents where ${ofOrganization('search_documents')}`,
    [id],
  );
  return rows.map(idOf).toSorted();
}

async function aBoardWithItems(): Promise<{ board: TestBoard; itemId: string; subItemId: string }> {
  const board = await aBoard({ name: 'Marquetry', columns: COLUMNS });
  const itemId = await anItem(board, { name: 'Veneer', values: { [board.column('Notes')]: 'walnut' } });
  const subItemId = await anItem(board, { name: 'Veneer press', parentId: itemId });
  await indexed(board.organization);
  return { board, itemId, subItemId };
}

describe('the search index', () => {
  it('indexes records that are older than the index', async () => {
    const { board, itemId, subItemId } = await aBoardWithItems();
    const { organization } = board;
    const before = await documentIds(organization);
    for (const table of ['search_documents', 'search_words'])
      await organization.app.sql.query(`delete from ${table} where ${ofOrganization(table)}`, [
        organization.id,
      ]);
    expect(await found(organization, 'veneer')).toEqual([]);
    await organization.app.sql.query('insert into search_fills values ($1)', [organization.id]);
    await organization.app.nest.get(SearchFillSweep, { strict: false }).run();
    await indexed(organization);
    expect(await documentIds(organization)).toEqual(before);
    expect(await found(organization, 'veneer')).toEqual([itemId, subItemId]);
    expect(await found(organization, 'vener')).toEqual([subItemId, itemId]);
    const { rows } = await organization.app.sql.query('select from search_fills where organization_id = $1', [
      organization.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('indexes the items of a copied board', async () => {
    const { board } = await aBoardWithItems();
    const { organization } = board;
    const { client } = organization.owner;
    await made(client, 'projects.duplicate', { id: board.project.id, includeItems: true });
    await indexed(organization);
    expect(await found(organization, 'veneer')).toHaveLength(4);
    expect(await found(organization, 'walnut')).toHaveLength(2);
  });

  it('removes the texts of a deleted column', async () => {
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

  it('restores sub-items with their parent', async () => {
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

  it('removes the contents of a deleted board, and nothing else', async () => {
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

  it('removes sub-items with their parent', async () => {
    const { board, itemId, subItemId } = await aBoardWithItems();
    const { organization } = board;
    await made(organization.owner.client, 'items.delete', { id: itemId });
    await indexed(organization);
    const left = await documentIds(organization);
    expect(left).not.toContain(itemId);
    expect(left).not.toContain(subItemId);
  });

  describe('while an indexer has read records and not yet written them', () => {
    const context = ({ organization }: TestBoard) => ({ organizationId: organization.id, transaction: null });
    const nothing = { parents: [], boards: [], projects: [], comments: [] };

    /** Begins to take something up, and stops before it writes; returns how to let it go on. */
    async function halfway(
      { organization }: TestBoard,
      begin: (indexer: SearchIndexerService) => Promise<void>,
    ) {
      const documents = organization.app.nest.get(SearchDocumentsRepository, { strict: false });
      let reach = () => undefined as void;
      let open = () => undefined as void;
      const reached = new Promise<void>((resolve) => (reach = resolve));
      const gate = new Promise<void>((resolve) => (open = resolve));
      const save = documents.save.bind(documents);
      const spy = vi.spyOn(documents, 'save').mockImplementationOnce(async (...values) => {
        reach();
        await gate;
        return save(...values);
      });
      const ended = begin(organization.app.nest.get(SearchIndexerService, { strict: false }));
      await reached;
      spy.mockRestore();
      return async () => {
        open();
        await ended;
      };
    }

    /** Until the worker has taken up what has happened since, or waits for its turn to do so. */
    async function takenUpOrWaiting({ organization: { app, id } }: TestBoard): Promise<void> {
      await deliverEvents(app);
      await vi.waitFor(
        async () => {
          const { rows } = await app.sql.query<{ isSettled: boolean }>(
            `select not exists (
               select from graphile_worker._private_jobs job
               join graphile_worker._private_tasks task on task.id = job.task_id
               where task.identifier like 'search.index-%' and job.payload ->> 'organizationId' = $1)
             or exists (
               select from pg_locks
               where locktype = 'advisory' and not granted
                 and database = (select oid from pg_database where datname = current_database())) as "isSettled"`,
            [id],
          );
          if (!rows[0]!.isSettled) throw new Error('Neither taken up nor waiting');
        },
        { interval: 10 },
      );
    }

    it('a concurrent change is not overwritten', async () => {
      const { board, itemId } = await aBoardWithItems();
      const { organization } = board;
      const goOn = await halfway(board, (indexer) => indexer.followBoard(context(board), board.id));
      await made(organization.owner.client, 'items.update', { id: itemId, name: 'Inlay' });
      await takenUpOrWaiting(board);
      await goOn();
      await indexed(organization);
      expect(await found(organization, 'inlay')).toEqual([itemId]);
    });

    it('a concurrent restoration is not lost', async () => {
      const { board, itemId, subItemId } = await aBoardWithItems();
      const { organization } = board;
      const { client } = organization.owner;
      await made(client, 'items.delete', { id: itemId });
      await indexed(organization);
      // It finds the one item in Trash and another that is not, and is stopped before it removes the first.
      const other = await anItem(board, { name: 'Other' });
      await indexed(organization);
      const goOn = await halfway(board, (indexer) =>
        indexer.follow(context(board), { ...nothing, items: [itemId, subItemId, other] }),
      );
      await made(client, 'items.restore', { id: itemId });
      await takenUpOrWaiting(board);
      await goOn();
      await indexed(organization);
      expect(await documentIds(organization)).toEqual(expect.arrayContaining([itemId, subItemId]));
    });
  });
});
