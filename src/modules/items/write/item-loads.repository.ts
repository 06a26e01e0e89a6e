import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type BoardId, type GroupId, type ItemId, newId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import type { Copy } from '../../../platform/database/copy/copy-in';
import { copyRow } from '../../../platform/database/copy/copy-row';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { originOf } from '../../../platform/events/origin-of';
import { statement } from '../../../platform/database/statement';
import type { InTransaction } from '../../../platform/database/transaction';
import { retriedIfTaken } from '../../columns';
import type { IndexRows } from '../../stored-values';
import type { BoardFacts } from '../../hierarchy';
import { itemsEvents } from '../items.events';

// Keys and ranks come before the rows, so that no statement has to look up the rank of an item for its index rows.
const RESERVE = statement(
  'item-loads.reserve',
  `select keys.first + nextval('record_keys') as key, nextval('item_ranks')::text as rank
   from (select organization_first_key(p_organization => $1) as first offset 0) keys, generate_series(1, $2)`,
);

const COPY_ITEMS = `copy items (organization_id, id, key, list, board_id, group_id, parent_id, name, name_key, description, values,
  rank, created_by, created_at, updated_at, has_orders) from stdin`;

const COPY_VALUES = `copy item_values (item_key, lane, rank, column_key, ordinal, number_key, text_key, ref) from stdin`;

const COPY_EVENTS = `copy outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin) from stdin`;

// A normal write merges what the index has collected when that is larger than 256 kB. A load lets other connections merge
// it meanwhile, and merges itself what they leave. A search reads 4 MB of what is collected in 5 ms.
const COLLECT_NAMES = statement('item-loads.collect-names', `set local gin_pending_list_limit = '16MB'`);

const MERGE_NAMES = statement(
  'item-loads.merge-names',
  `select gin_clean_pending_list('items_name_grams_idx')`,
);

const LENGTHS = statement(
  'item-loads.lengths',
  `select groups.id as "groupId", sum(live)::float8 as length
   from groups join item_runs on item_runs.lane = groups.key and level = 2
   where groups.organization_id = $1 and groups.id = any ($2) group by groups.id`,
);

// Live top-level items: another item cannot have sub-items (decision 0024).
const PARENTS = statement(
  'item-loads.parents',
  `select id, key, group_id as "groupId",
     coalesce((select sum(live) from item_runs where lane = items.key and level = 2), 0)::float8 as length
   from items
   where organization_id = $1 and board_id = $2 and id = any ($3)
     and parent_id is null and archived_at is null and trashed_at is null`,
);

/** An item that gets sub-items. */
export interface LoadedParent {
  key: RecordKey;
  groupId: GroupId;
}

/** An item to be created at the end of its group or of its parent. */
export interface LoadedItem {
  id: ItemId;
  groupId: GroupId;
  parentId: ItemId | null;
  /** The key of the group or of the parent. */
  list: RecordKey;
  /** The values as in the item's event. */
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
  board: BoardFacts;
  items: readonly LoadedItem[];
  /** Of each item. */
  places: readonly Place[];
  hasOrders: boolean;
  /** ISO 8601. */
  at: string;
}

/** Rows of one copy. With 2,000, the pages of the indexes that it writes leave the caches of the processor. */
const COPIED = 500;

/** Items that are prepared, or written as text, in one turn of the event loop: some milliseconds. */
export const ITEMS_A_TURN = 50;

@Injectable()
export class ItemLoadsRepository {
  constructor(private readonly database: Database) {}

  /** Until the transaction ends; `mergeNames` follows after it. */
  async collectNames(context: CallContext): Promise<void> {
    await this.database.query(context, COLLECT_NAMES, []);
  }

  async mergeNames(): Promise<void> {
    await this.database.query(NO_TRANSACTION, MERGE_NAMES, []);
  }

  /** Before the copies that follow, without waiting for those before. */
  async reserve(context: InTransaction<CallContext>, count: number): Promise<Place[]> {
    const values = [context.organizationId, count];
    return (await context.transaction.sendInTurn<Place>(RESERVE, values)).rows;
  }

  /** Items with their index rows and events; counters follow. They are written when `written` resolves. */
  async append(
    context: InTransaction<CallContext>,
    board: BoardFacts,
    { items, places, hasOrders, at }: Pick<Load, 'items' | 'places' | 'hasOrders'> & { at: Date },
  ): Promise<{ written: Promise<void> }> {
    const copies: Copy[] = [];
    for (let start = 0; start < items.length; start += COPIED) {
      const end = start + COPIED;
      const part = { items: items.slice(start, end), places: places.slice(start, end) };
      copies.push(...(await copiesOf({ context, board, ...part, hasOrders, at: at.toISOString() })));
    }
    return { written: retriedIfTaken(context.transaction.copyAll(copies)) };
  }

  /** The number of items in each group; an empty one can be missing. */
  async lengths(context: CallContext, groupIds: readonly GroupId[]): Promise<Map<GroupId, number>> {
    const rows = await this.database.query<{ groupId: GroupId; length: number }>(context, LENGTHS, [
      context.organizationId,
      groupIds,
    ]);
    return new Map(rows.map(({ groupId, length }) => [groupId, length]));
  }

  /** Those of the items that can have sub-items, with the number that they have. */
  async parents(
    context: CallContext,
    boardId: BoardId,
    ids: readonly ItemId[],
  ): Promise<(LoadedParent & { id: ItemId; length: number })[]> {
    return this.database.query(context, PARENTS, [context.organizationId, boardId, ids]);
  }
}

const TEXTS = [
  { command: COPY_ITEMS, textOf: itemRows },
  { command: COPY_EVENTS, textOf: eventRows },
  { command: COPY_VALUES, textOf: valueRows },
];

/** Made in short turns of the event loop, so that it sends the next copies as soon as the server has ended the previous ones. */
async function copiesOf({ items, places, ...load }: Load): Promise<Copy[]> {
  const copies = TEXTS.map(({ command }) => ({ command, rows: [] as Buffer[] }));
  for (let start = 0; start < items.length; start += ITEMS_A_TURN) {
    const end = start + ITEMS_A_TURN;
    const part = { ...load, items: items.slice(start, end), places: places.slice(start, end) };
    for (const [at, { textOf }] of TEXTS.entries()) copies[at]!.rows.push(Buffer.from(textOf(part)));
    await nextTurn();
  }
  return copies;
}

function itemRows({ context, board, items, places, hasOrders, at }: Load): string {
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
      board.id,
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

function eventRows({ context, board, items, at }: Load): string {
  const { organizationId, principal } = context;
  const origin = originOf(context);
  let rows = '';
  for (const { id, groupId, parentId, name, description, position, values } of items) {
    const fields = JSON.stringify({ name, description, groupId, parentId, position, isImported: true });
    // The values are JSON text already.
    const data = `${fields.slice(0, -1)},"values":${values}}`;
    const { name: type } = itemsEvents.created;
    const event = newId('event');
    rows += copyRow([event, organizationId, type, board.id, id, principal.userId, data, at, origin]);
  }
  return rows;
}

function valueRows({ items, places }: Load): string {
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
