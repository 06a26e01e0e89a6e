import { z } from 'zod';
import { idPattern } from '../../../kernel/ids';
import type { ColumnType } from '../column-type';
import { boundedArray } from '../configs/bounded-array';
import { parseConfig } from '../configs/parse-config';
import { countedReferenceKind } from '../kinds/reference-kind';
import { asStored } from '../values/as-stored';
import { idListParser } from '../values/parse-id-list';
import { sameList } from '../values/same-list';

const MAX_BOARDS = 100;

const schema = z.strictObject({
  boardIds: boundedArray(z.string().regex(idPattern('board'), 'Must be a board id'), MAX_BOARDS)
    .transform((ids) => [...new Set(ids)])
    .optional(),
});
const parseItemIds = idListParser('item');

/** Items of other boards; `boardIds` narrows which. That they exist and may be seen, the service checks. */
export const link: ColumnType<string[], z.output<typeof schema>> = {
  ...countedReferenceKind<string[]>((stored) => stored),
  name: 'link',
  writable: true,
  itemScope: 'otherBoards',
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: parseItemIds,
  present: asStored,
  toText: (stored) => stored.join(', '),
  equals: sameList,
  references: (stored) => ({ noun: 'item', ids: stored }),
};
