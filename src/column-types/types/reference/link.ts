import { z } from 'zod';
import type { ColumnType } from '../../column-type';
import { boundedArray, idSchema } from '../../configs/schemas';
import { parseConfig } from '../../configs/parse-config';
import { countedReferenceKind } from '../../kinds/reference-kind';
import { asStored, sameList } from '../../values/plain-values';
import { idListParser, parseIdList } from '../../values/parse-id-list';

const MAX_BOARDS = 100;

const schema = z.strictObject({
  boardIds: boundedArray(idSchema('board', 'Must be a board id'), MAX_BOARDS)
    .transform((ids) => [...new Set(ids)])
    .optional(),
});
const parseItemIds = idListParser('item');

/** Items of other boards; `boardIds` limits which boards. The service checks that they exist and are visible. */
export const link: ColumnType<string[], z.output<typeof schema>> = {
  ...countedReferenceKind<string[]>((stored) => stored),
  name: 'link',
  writable: true,
  itemScope: 'otherBoards',
  linkedBoardIds: ({ boardIds = [] }) => boardIds,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: parseItemIds,
  parseStored: (stored) => parseIdList('item', stored),
  present: asStored,
  toText: (stored) => stored.join(', '),
  equals: sameList,
  references: (stored) => ({ noun: 'item', ids: stored }),
};
