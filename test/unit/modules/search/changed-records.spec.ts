import { describe, expect, it } from 'vitest';
import { type BoardId, newId } from '../../../../src/kernel/ids';
import { ChangedRecords, type ReadEvent } from '../../../../src/modules/search/changed-records';

const boardId = newId('board');
const itemId = newId('item');

function changed(...events: Partial<ReadEvent>[]) {
  const records = new ChangedRecords();
  for (const event of events) records.note({ type: '', boardId: null, itemId: null, data: {}, ...event });
  return { ...records.ids(), wholeBoards: [...records.wholeBoards] };
}

const NOTHING = { items: [], parents: [], boards: [], projects: [], wholeBoards: [] as BoardId[] };
const ofItem = (type: string, data: ReadEvent['data'] = {}) => ({ type, boardId, itemId, data });

describe('ChangedRecords', () => {
  it('names each record once', () => {
    expect(changed(ofItem('item.created'), ofItem('item.updated'))).toEqual({ ...NOTHING, items: [itemId] });
  });

  it.each([
    ['a text', { value: 'new', previousValue: null }, [itemId]],
    ['a text that is cleared', { value: null, previousValue: 'old' }, [itemId]],
    ['a number', { value: 2, previousValue: 1 }, []],
    ['a label', { value: newId('label'), previousValue: newId('label') }, []],
    ['people', { value: [newId('user')], previousValue: null }, []],
  ] as const)('takes up a value that is %s', (_what, data, items) => {
    expect(changed(ofItem('value.changed', data as unknown as ReadEvent['data'])).items).toEqual(items);
  });

  it('passes over moves within a board', () => {
    expect(changed(ofItem('item.moved', { groupId: 'grp_1' }))).toEqual(NOTHING);
  });

  it('takes up sub-items that have no events of their own', () => {
    const moved = changed(ofItem('item.moved', { previousBoardId: newId('board') }));
    expect(moved).toEqual({ ...NOTHING, items: [itemId], parents: [itemId] });
    for (const type of ['item.restored', 'item.trashed'])
      expect(changed(ofItem(type))).toEqual({ ...NOTHING, items: [itemId], parents: [itemId] });
  });

  it('takes up whole boards that are made with items or lose a column of texts', () => {
    const column = (type: string) => ({ type: 'column.deleted', boardId, data: { column: { type } } });
    expect(changed({ type: 'board.created', boardId })).toEqual({
      ...NOTHING,
      boards: [boardId],
      wholeBoards: [boardId],
    });
    expect(changed({ type: 'board.updated', boardId })).toEqual({ ...NOTHING, boards: [boardId] });
    expect(changed(column('text')).wholeBoards).toEqual([boardId]);
    expect(changed(column('number'))).toEqual(NOTHING);
  });

  it('takes up projects', () => {
    const id = newId('project');
    expect(changed({ type: 'project.deleted', data: { project: { id } } }).projects).toEqual([id]);
  });
});
