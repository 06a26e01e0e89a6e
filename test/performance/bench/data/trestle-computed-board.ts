import { BOARD_COLUMNS, STATUS_LABELS } from './board-shape';
import { generateItems } from './item-generator';
import type { CallProcedure, TrestlePlace } from './trestle-loader';

/** Two pages of a list. */
const ITEMS = 100;
const SEED = 7;
/** With the three computed and linked ones as many columns as every measured board has. */
const PLAIN_COLUMNS = BOARD_COLUMNS.slice(0, 9);

/** A board of twelve columns, the last of them a link, a lookup through it and a formula of the lookup. */
export async function createComputedBoard(
  call: CallProcedure,
  { projectId, userIds }: TrestlePlace,
  itemIds: readonly string[],
  targetColumnId: string,
): Promise<string> {
  const board: { id: string; groups: { id: string }[]; columns: { id: string }[] } = await call(
    'boards.create',
    {
      projectId,
      name: 'Bench board of computed columns',
      groups: [{ name: 'Group 1', color: '#579BFC' }],
      columns: [
        ...PLAIN_COLUMNS.map(({ name, type, config }) => ({ name, type, config })),
        { name: 'Link', type: 'link', config: {} },
      ],
    },
  );
  const ids = board.columns.map(({ id }) => id);
  const link = ids[PLAIN_COLUMNS.length]!;
  await call('columns.create', {
    boardId: board.id,
    name: 'Looked up',
    type: 'lookup',
    config: { linkColumnId: link, targetColumnId, aggregate: 'sum' },
  });
  await call('columns.create', {
    boardId: board.id,
    name: 'Twice',
    type: 'formula',
    config: { expression: '{Looked up} * 2' },
  });
  const items = Array.from(generateItems(ITEMS, SEED), ({ index, name, values }) => {
    const plain = [
      values.notes,
      values.points,
      values.budget,
      STATUS_LABELS[values.status]!.name,
      values.priority,
      values.due,
      values.owners.map((member) => userIds[member]!),
      values.approved,
      values.contact,
    ];
    const given = Object.fromEntries(plain.map((value, at) => [ids[at]!, value]));
    return { name, values: { ...given, [link]: [itemIds[itemIds.length - 1 - index]!] } };
  });
  await call('items.bulkCreate', { boardId: board.id, groupId: board.groups[0]!.id, items });
  return board.id;
}
