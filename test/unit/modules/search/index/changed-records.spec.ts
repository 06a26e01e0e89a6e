import { describe, expect, it } from 'vitest';
import { type BoardId, newId } from '../../../../../src/kernel/ids';
import { boardsEvents } from '../../../../../src/modules/boards/boards.events';
import { columnsEvents } from '../../../../../src/modules/columns/columns.events';
import { valuesEvents } from '../../../../../src/modules/columns/values.events';
import { commentsEvents } from '../../../../../src/modules/comments/comments.events';
import { itemsEvents } from '../../../../../src/modules/items/items.events';
import { projectsEvents } from '../../../../../src/modules/projects/projects.events';
import { ChangedRecords, type SearchedEvent } from '../../../../../src/modules/search/index/changed-records';

const boardId = newId('board');
const itemId = newId('item');

function changed(...events: { name: string; boardId?: string; itemId?: string; data?: object }[]) {
  const records = new ChangedRecords();
  for (const { name: type, boardId = null, itemId = null, data = {} } of events) {
    records.note({ type, boardId, itemId, data } as SearchedEvent);
  }
  return { ...records.ids(), wholeBoards: [...records.wholeBoards] };
}

const NOTHING = {
  items: [],
  parents: [],
  boards: [],
  projects: [],
  comments: [],
  wholeBoards: [] as BoardId[],
};
const ofItem = ({ name }: { name: string }, data = {}) => ({ name, boardId, itemId, data });
const ofBoard = ({ name }: { name: string }, data = {}) => ({ name, boardId, data });

describe('ChangedRecords', () => {
  it('names each record once', () => {
    const changes = changed(ofItem(itemsEvents.created), ofItem(itemsEvents.updated));
    expect(changes).toEqual({ ...NOTHING, items: [itemId] });
  });

  it.each([
    ['a text', { value: 'new', previousValue: null }, [itemId]],
    ['a text that is cleared', { value: null, previousValue: 'old' }, [itemId]],
    ['a number', { value: 2, previousValue: 1 }, []],
    ['a label', { value: newId('label'), previousValue: newId('label') }, []],
    ['people', { value: [newId('user')], previousValue: null }, []],
  ] as const)('includes a value that is %s', (_what, data, items) => {
    expect(changed(ofItem(valuesEvents.changed, data)).items).toEqual(items);
  });

  it('ignores moves within a board', () => {
    expect(changed(ofItem(itemsEvents.moved, { groupId: 'grp_1' }))).toEqual(NOTHING);
  });

  it('includes sub-items that have no events of their own', () => {
    const moved = changed(ofItem(itemsEvents.moved, { previousBoardId: newId('board') }));
    expect(moved).toEqual({ ...NOTHING, items: [itemId], parents: [itemId] });
    for (const event of [itemsEvents.restored, itemsEvents.trashed])
      expect(changed(ofItem(event))).toEqual({ ...NOTHING, items: [itemId], parents: [itemId] });
  });

  it('includes whole boards that are created with items or lose a text column', () => {
    const column = (type: string) => ofBoard(columnsEvents.deleted, { column: { type } });
    expect(changed(ofBoard(boardsEvents.created))).toEqual({
      ...NOTHING,
      boards: [boardId],
      wholeBoards: [boardId],
    });
    expect(changed(ofBoard(boardsEvents.updated))).toEqual({ ...NOTHING, boards: [boardId] });
    expect(changed(column('text')).wholeBoards).toEqual([boardId]);
    expect(changed(column('number'))).toEqual(NOTHING);
  });

  it('includes projects', () => {
    const id = newId('project');
    const { name } = projectsEvents.deleted;
    expect(changed({ name, data: { project: { id } } }).projects).toEqual([id]);
  });

  it('includes a comment, and the replies that are deleted with it', () => {
    const [commentId, replyId] = [newId('comment'), newId('comment')];
    expect(changed(ofItem(commentsEvents.created, { commentId }))).toEqual({
      ...NOTHING,
      comments: [commentId],
    });
    expect(changed(ofItem(commentsEvents.deleted, { commentId, replyIds: [replyId] }))).toEqual({
      ...NOTHING,
      comments: [commentId, replyId],
    });
  });
});
