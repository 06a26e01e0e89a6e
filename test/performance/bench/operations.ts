import { FOLLOWED_ITEMS, PRIORITIES, STATUS_LABELS } from './data/board-shape';
import { fractionAt, integerAt } from './data/pseudo-random';
import { type HttpRequest, mutationRequest, queryRequest, restRequest } from './driver/http-request';
import type { BoardHandles } from './subject';

/**
 * One measured operation, with the share of the floor's rate that it aims at and the one below which it
 * fails.
 */
export interface Operation {
  readonly name: string;
  readonly title: string;
  readonly target: number;
  readonly alarm: number;
  /** Gets a fresh board where its rounds make the board much larger: 10,000 items become 40,000. */
  readonly growsBoard: boolean;
  /** The stream of requests on a board, by number. */
  requests(board: BoardHandles): (index: number) => HttpRequest;
}

/** The middle fifth of a list of `count`, evenly. */
function middlePosition(index: number, count: number): number {
  return Math.floor((0.4 + 0.2 * fractionAt(index, 1)) * count);
}

function someItem({ itemIds }: BoardHandles, index: number): string {
  return itemIds[integerAt(index, 2, itemIds.length)]!;
}

/** The last row before the deep page: row 9,900 of 10,000, row 50,000 of 100,000. */
export function deepRow(itemCount: number): number {
  return itemCount <= 10_000 ? Math.floor(itemCount * 0.99) : Math.floor(itemCount / 2);
}

function newItem({ boardId, groupIds, columnIds }: BoardHandles, index: number) {
  return {
    boardId,
    groupId: groupIds[0]!,
    name: `Created item ${index}`,
    values: {
      [columnIds.points]: integerAt(index, 3, 100_000),
      [columnIds.budget]: integerAt(index, 4, 1_000_000) / 100,
      [columnIds.status]: STATUS_LABELS[integerAt(index, 5, STATUS_LABELS.length)]!.name,
      [columnIds.priority]: PRIORITIES[integerAt(index, 6, PRIORITIES.length)]!.label,
      [columnIds.due]: '2026-06-30T00:00:00.000Z',
    },
  };
}

/** The fields of data/bench-form.ts. */
function newAnswers(index: number) {
  return {
    subject: `Submission ${index}`,
    points: integerAt(index, 13, 100_000),
    status: STATUS_LABELS[integerAt(index, 14, STATUS_LABELS.length)]!.name,
    priority: PRIORITIES[integerAt(index, 15, PRIORITIES.length)]!.label,
    due: '2026-06-30T00:00:00.000Z',
  };
}

/** The first page of a list in an order that an index has. */
const sortedList = (name: string, key: string, by: (board: BoardHandles) => string): Operation => ({
  name,
  title: `items.list, sorted by ${key}`,
  target: 0.9,
  alarm: 0.72,
  growsBoard: false,
  requests: (board) => () =>
    queryRequest('items.list', { boardId: board.boardId, limit: 50, sortBy: by(board) }),
});

/**
 * Reads first: what they read is then what was loaded. Those that grow a board come last, each on its own.
 */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'list',
    title: 'items.list, board order',
    target: 0.75,
    alarm: 0.6,
    growsBoard: false,
    requests:
      ({ boardId }) =>
      () =>
        queryRequest('items.list', { boardId, limit: 50 }),
  },
  {
    name: 'list-computed',
    title: 'items.list, with lookups and formulas',
    target: 0.75,
    alarm: 0.6,
    growsBoard: false,
    // What is computed is computed when it is written: the floor's side reads plain columns.
    requests:
      ({ computedBoardId }) =>
      () =>
        queryRequest('items.list', { boardId: computedBoardId, limit: 50 }),
  },
  sortedList('list-sorted', 'number', ({ columnIds }) => columnIds.points),
  sortedList('list-by-date', 'date', ({ columnIds }) => columnIds.due),
  sortedList('list-by-status', 'status', ({ columnIds }) => columnIds.status),
  sortedList('list-by-text', 'text', ({ columnIds }) => columnIds.notes),
  sortedList('list-by-name', 'name', () => 'name'),
  {
    name: 'list-filtered',
    title: 'items.list, status filter, sorted by date',
    target: 0.9,
    alarm: 0.64,
    growsBoard: false,
    // A fifth of the items.
    requests:
      ({ boardId, columnIds }) =>
      (index) => {
        const status = STATUS_LABELS[integerAt(index, 9, STATUS_LABELS.length)]!.name;
        const filters = [{ columnId: columnIds.status, operator: 'is', value: status }];
        return queryRequest('items.list', { boardId, limit: 50, sortBy: columnIds.due, filters });
      },
  },
  {
    name: 'list-rare',
    title: 'items.list, filter of 100 items',
    target: 0.9,
    alarm: 0.64,
    growsBoard: false,
    // 0.01 % of a million; as many on every board, so that the same page is compared.
    requests:
      ({ boardId, columnIds, itemIds }) =>
      (index) => {
        const from = integerAt(index, 10, 90) * 1_000;
        const to = from + 10_000_000 / itemIds.length - 1;
        const filters = [{ columnId: columnIds.points, operator: 'between', value: [from, to] }];
        return queryRequest('items.list', { boardId, limit: 50, filters });
      },
  },
  {
    name: 'list-searched',
    title: 'items.list, search in names',
    target: 1,
    alarm: 0.5,
    growsBoard: false,
    requests:
      ({ boardId, itemIds }) =>
      (index) => {
        // Numbers of one length, each of which is in one name, or in two.
        const first = 10 ** (String(itemIds.length).length - 2);
        const search = String(first + integerAt(index, 11, 100) * Math.floor((itemIds.length - first) / 100));
        return queryRequest('items.list', { boardId, limit: 50, search });
      },
  },
  {
    name: 'list-deep',
    title: 'items.list, deep page',
    target: 0.75,
    alarm: 0.56,
    growsBoard: false,
    // Cursors of a hundred neighboring rows, so that no side can return one page from memory.
    requests: (board) => (index) => {
      const row =
        deepRow(board.itemIds.length) - 1 - integerAt(index, 7, Math.min(100, board.itemIds.length / 100));
      return queryRequest('items.list', { boardId: board.boardId, limit: 50, cursor: board.itemIds[row] });
    },
  },
  {
    name: 'list-jump',
    title: 'items.list, from a place',
    target: 0.6,
    alarm: 0.48,
    growsBoard: false,
    requests: (board) => (index) => {
      const from =
        deepRow(board.itemIds.length) - integerAt(index, 7, Math.min(100, board.itemIds.length / 100));
      return queryRequest('items.list', { boardId: board.boardId, limit: 50, from });
    },
  },
  {
    name: 'summary',
    title: 'items.summary, groups of a board',
    target: 0.6,
    alarm: 0.48,
    growsBoard: false,
    requests:
      ({ boardId }) =>
      () =>
        queryRequest('items.summary', { boardId, groupBy: 'groupId' }),
  },
  {
    name: 'get',
    title: 'items.get',
    target: 0.7,
    alarm: 0.56,
    growsBoard: false,
    requests: (board) => (index) => queryRequest('items.get', { id: someItem(board, index) }),
  },
  {
    name: 'board',
    title: 'boards.get',
    target: 1,
    alarm: 0.8,
    growsBoard: false,
    requests:
      ({ boardId }) =>
      () =>
        queryRequest('boards.get', { id: boardId }),
  },
  {
    name: 'me',
    title: 'auth.me',
    target: 0.6,
    alarm: 0.48,
    growsBoard: false,
    requests: () => () => queryRequest('auth.me', null),
  },
  {
    name: 'set-value',
    title: 'items.setValue',
    target: 0.7,
    alarm: 0.56,
    growsBoard: false,
    requests: (board) => (index) =>
      mutationRequest('items.setValue', {
        itemId: someItem(board, index),
        columnId: board.columnIds.points,
        value: integerAt(index, 8, 100_000),
      }),
  },
  {
    name: 'set-followed',
    title: 'items.setValue, followed by a formula and 100 lookups',
    target: 0.4,
    alarm: 0.32,
    growsBoard: false,
    requests:
      ({ itemIds, columnIds }) =>
      (index) =>
        mutationRequest('items.setValue', {
          itemId: itemIds[integerAt(index, 2, FOLLOWED_ITEMS)],
          columnId: columnIds.estimate,
          value: integerAt(index, 8, 100_000),
        }),
  },
  {
    name: 'move',
    title: 'items.move to the middle',
    target: 0.9,
    alarm: 0.72,
    growsBoard: false,
    requests: (board) => {
      const groupSize = board.itemIds.length / board.groupIds.length;
      return (index) =>
        mutationRequest('items.move', {
          id: board.itemIds[integerAt(index, 2, Math.floor(groupSize))],
          groupId: board.groupIds[0],
          position: middlePosition(index, groupSize),
        });
    },
  },
  {
    name: 'comments',
    title: 'comments.list, 100,000 on the item',
    target: 0.5,
    alarm: 0.4,
    growsBoard: false,
    requests:
      ({ itemIds }) =>
      () =>
        queryRequest('comments.list', { itemId: itemIds[0], limit: 50 }),
  },
  {
    name: 'comment',
    title: 'comments.create',
    target: 0.45,
    alarm: 0.36,
    growsBoard: false,
    // A thousand items are discussed, and every fourth comment mentions a member.
    requests: (board) => (index) => {
      const itemId = board.itemIds[integerAt(index, 12, Math.min(1_000, board.itemIds.length))];
      const mention = index % 4 === 0 ? ` Ask @${board.userIds[index % board.userIds.length]}` : '';
      const body = `Step **${index}** is done, see [the notes](https://example.com/${index}) before Friday.${mention}`;
      return mutationRequest('comments.create', { itemId, body });
    },
  },
  {
    name: 'notifications',
    title: 'notifications.list, 100,000 by board',
    target: 0.5,
    alarm: 0.3,
    growsBoard: false,
    requests: () => () => queryRequest('notifications.list', { limit: 50 }),
  },
  {
    name: 'unread-count',
    title: 'notifications.unreadCount, 100,000 by board',
    target: 0.5,
    alarm: 0.35,
    growsBoard: false,
    requests: () => () => queryRequest('notifications.unreadCount', {}),
  },
  {
    name: 'events',
    title: 'events.list, 50 from a cursor',
    target: 0.5,
    alarm: 0.35,
    growsBoard: false,
    // The log is the same on every board.
    requests:
      ({ feedCursors }) =>
      (index) =>
        queryRequest('events.list', {
          since: feedCursors[integerAt(index, 16, feedCursors.length)],
          limit: 50,
        }),
  },
  {
    name: 'submit',
    title: 'a form submission',
    target: 0.6,
    alarm: 0.4,
    growsBoard: true,
    requests: (board) => (index) => restRequest(`/api/forms/${board.formId}/submit`, newAnswers(index)),
  },
  {
    name: 'create-middle',
    title: 'items.create in the middle',
    target: 0.7,
    alarm: 0.48,
    growsBoard: true,
    // The middle of the group as it has grown: a fixed range would push every older item out of itself and
    // halve the same few gaps for ever, which no board sees.
    requests: (board) => {
      const groupSize = board.itemIds.length / board.groupIds.length;
      return (index) =>
        mutationRequest('items.create', {
          ...newItem(board, index),
          position: middlePosition(index, groupSize + index),
        });
    },
  },
  {
    name: 'create',
    title: 'items.create at the end',
    target: 0.8,
    alarm: 0.64,
    growsBoard: true,
    requests: (board) => (index) => mutationRequest('items.create', newItem(board, index)),
  },
];
