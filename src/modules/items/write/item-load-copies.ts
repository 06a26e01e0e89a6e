import { type BoardId, type GroupId, type ItemId, newId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import type { Copy } from '../../../platform/database/copy/copy-in';
import { copyRow } from '../../../platform/database/copy/copy-row';
import { originOf } from '../../../platform/events/origin-of';
import type { IndexRows } from '../../stored-values';
import { itemsEvents } from '../items.events';

const COPY_ITEMS = `copy items (organization_id, id, key, list, board_id, group_id, parent_id, name, name_key, description, values,
  rank, created_by, created_at, updated_at, has_orders) from stdin`;

const COPY_VALUES = `copy item_values (item_key, lane, rank, column_key, ordinal, number_key, text_key, ref) from stdin`;

const COPY_EVENTS = `copy outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin) from stdin`;

/** An item to be created at the end of its group or of its parent. */
export interface LoadedItem {
  id: ItemId;
  groupId: GroupId;
  parentId: ItemId | null;
  /** The key of the group or of the parent. */
  list: RecordKey;
  /** From 0, among the items of its group or of its parent. */
  position: number;
  name: string;
  nameKey: string;
  description: string | null;
  /** JSON text of stored values. */
  values: string;
  entries: IndexRows;
}

/** Reserved for an item. */
export interface Place {
  key: RecordKey;
  rank: string;
}

interface Load {
  context: CallContext;
  boardId: BoardId;
  hasOrders: boolean;
  /** ISO 8601. */
  at: string;
}

interface Part {
  items: readonly LoadedItem[];
  /** Of each item. */
  places: readonly Place[];
}

/** Items of one copy. With 2,000, the pages of the indexes that it writes leave the caches of the processor. */
const COPIED = 500;

const TEXTS = [
  { command: COPY_ITEMS, textOf: itemRows },
  { command: COPY_EVENTS, textOf: eventRows },
  { command: COPY_VALUES, textOf: valueRows },
];

/** New items with their events and index rows, as rows of COPY. They are added a part at a time, so that prepared items are not kept. */
export class ItemLoadCopies {
  readonly all: (Copy & { rows: Buffer[] })[] = [];
  /** Items of the last copies. */
  private count = COPIED;

  constructor(private readonly load: Load) {}

  add(part: Part): void {
    if (this.count >= COPIED) {
      this.all.push(...TEXTS.map(({ command }) => ({ command, rows: [] })));
      this.count = 0;
    }
    this.count += part.items.length;
    const copies = this.all.slice(-TEXTS.length);
    for (const [at, { textOf }] of TEXTS.entries())
      copies[at]!.rows.push(Buffer.from(textOf(this.load, part)));
  }
}

function itemRows({ context, boardId, hasOrders, at }: Load, { items, places }: Part): string {
  const { organizationId, principal } = context;
  let rows = '';
  for (const [index, item] of items.entries()) {
    const { id, groupId, parentId, list, name, nameKey, description, values } = item;
    const { key, rank } = places[index]!;
    rows += copyRow([
      organizationId,
      id,
      key,
      list,
      boardId,
      groupId,
      parentId,
      name,
      nameKey,
      description,
      values,
      rank,
      principal.userId,
      at,
      at,
      hasOrders ? 't' : 'f',
    ]);
  }
  return rows;
}

function eventRows({ context, boardId, at }: Load, { items }: Part): string {
  const { organizationId, principal } = context;
  const origin = originOf(context);
  let rows = '';
  for (const { id, groupId, parentId, name, description, position, values } of items) {
    const fields = JSON.stringify({ name, description, groupId, parentId, position, isImported: true });
    // The values are JSON text already.
    const data = `${fields.slice(0, -1)},"values":${values}}`;
    const { name: type } = itemsEvents.created;
    const event = newId('event');
    rows += copyRow([event, organizationId, type, boardId, id, principal.userId, data, at, origin]);
  }
  return rows;
}

function valueRows(_load: Load, { items, places }: Part): string {
  let rows = '';
  for (const [index, { list, entries }] of items.entries()) {
    const { key, rank } = places[index]!;
    const place = copyRow([key, list, rank]).slice(0, -1);
    const { columnKeys, ordinals, numberKeys, textKeys, refs } = entries;
    for (let at = 0; at < columnKeys.length; at += 1) {
      const fields = [columnKeys[at]!, ordinals[at]!, numberKeys[at]!, textKeys[at]!, refs[at]!];
      rows += `${place}\t${copyRow(fields)}`;
    }
  }
  return rows;
}
