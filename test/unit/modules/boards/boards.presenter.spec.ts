import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { NO_KEY } from '../../../../src/kernel/record-key';
import { presentBoard, presentBoardText } from '../../../../src/modules/boards/boards.presenter';
import type { BoardFacts } from '../../../../src/modules/hierarchy';

const AT = '2026-11-21T09:00:00.000Z';

function facts(): BoardFacts {
  const group = {
    id: newId('group'),
    key: NO_KEY,
    name: 'A',
    color: '#2F80ED',
    position: 0,
    collapsed: false,
  };
  return {
    id: newId('board'),
    name: 'Plan',
    projectId: newId('project'),
    defaultView: 'table',
    structureVersion: 7,
    createdBy: newId('user'),
    createdAt: AT,
    updatedAt: AT,
    workspace: { id: newId('workspace'), visibility: 'closed', archivedAt: null },
    baseUrl: 'https://acme.example.com',
    lookedAt: [],
    computing: null,
    changing: null,
    orders: [],
    archivedAt: null,
    groups: [{ ...group, archivedAt: null, createdAt: AT, updatedAt: AT }],
    columns: [],
    archivedGroups: [],
    groupsById: new Map(),
    columnsById: new Map(),
  };
}

describe('presentBoard', () => {
  it('returns the record without internal fields', () => {
    expect(Object.keys(presentBoard(facts())).sort()).toEqual(
      [
        'archivedAt',
        'columns',
        'createdAt',
        'createdBy',
        'defaultView',
        'groups',
        'id',
        'name',
        'projectId',
        'updatedAt',
      ].sort(),
    );
  });
});

describe('presentBoardText', () => {
  it('is the JSON of the record, serialized once for the same facts', () => {
    const board = facts();
    const text = presentBoardText(board);
    expect(JSON.parse(text.text)).toEqual(presentBoard(board));
    expect(presentBoardText(board)).toBe(text);
    expect(presentBoardText({ ...board, name: 'Changed' }).text).toContain('Changed');
  });
});
