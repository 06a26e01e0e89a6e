import type { ColumnType } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { countedReferenceKind } from '../../kinds/reference-kind';
import { asStored, sameList } from '../../values/plain-values';
import { idListParser, parseIdList } from '../../values/parse-id-list';

const parseItemIds = idListParser('item');

/** Predecessors on the same board. A service checks that they exist and form no cycle. */
export const dependency: ColumnType<string[], EmptyConfig> = {
  ...countedReferenceKind<string[]>((stored) => stored),
  name: 'dependency',
  writable: true,
  itemScope: 'sameBoard',
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: parseItemIds,
  parseStored: (stored) => parseIdList('item', stored),
  present: asStored,
  toText: (stored) => stored.join(', '),
  equals: sameList,
  references: (stored) => ({ noun: 'item', ids: stored }),
};
