import { JsonText } from '../../kernel/json';
import { presentColumn } from '../columns';
import type { BoardFacts, GroupFacts } from '../hierarchy';
import type { BoardView } from './board-view';
import type { BoardOutput, GroupOutput } from './boards.schemas';

export function presentBoard(facts: BoardFacts): BoardOutput {
  const { id, name, projectId, defaultView, createdBy, archivedAt, createdAt, updatedAt } = facts;
  const { groups, columns } = facts;
  return {
    id,
    name,
    projectId,
    defaultView: defaultView as BoardView,
    createdBy,
    archivedAt,
    createdAt,
    updatedAt,
    groups: groups.map(presentGroup),
    columns: columns.map((column) => presentColumn(column, columns)),
  };
}

export function presentGroup(facts: GroupFacts): GroupOutput {
  const { id, name, color, position, collapsed, archivedAt, createdAt, updatedAt } = facts;
  return { id, name, color, position, collapsed, archivedAt, createdAt, updatedAt };
}

/**
 * The text is cached with the facts until the board changes: serialization is most of the cost of boards.get.
 */
const texts = new WeakMap<BoardFacts, JsonText>();

export function presentBoardText(facts: BoardFacts): JsonText {
  let text = texts.get(facts);
  if (!text) texts.set(facts, (text = new JsonText(JSON.stringify(presentBoard(facts)))));
  return text;
}

/** The board with its archived groups, instead of the groups in its order. */
export function presentArchivedGroups(facts: BoardFacts): JsonText {
  return new JsonText(JSON.stringify(presentBoard({ ...facts, groups: facts.archivedGroups })));
}

/** boards.get: the text with what changes with every item, and what differs between callers. */
export function withOwn(board: JsonText, own: { itemCount: number; access: object }): JsonText {
  return new JsonText(`${board.text.slice(0, -1)},${JSON.stringify(own).slice(1)}`);
}
