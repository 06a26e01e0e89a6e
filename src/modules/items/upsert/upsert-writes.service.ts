import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import { columnTypes } from '../../../column-types/types';
import { type GroupId, type ItemId, newId } from '../../../kernel/ids';
import type { InTransaction } from '../../../platform/database/transaction';
import {
  type KeyedItem,
  PrepareValuesService,
  UniqueValuesService,
  ValueBeingWritten,
  ValueNotUnique,
} from '../../columns';
import { type BoardFacts, type ColumnFacts, HierarchyService } from '../../hierarchy';
import { ItemBulkPlacementService } from '../bulk/item-bulk-placement.service';
import { ItemLocksRepository } from '../item-locks.repository';
import { SubItemLeavesParent } from '../items.errors';
import { ITEM_NAME_MAX } from '../items.schemas';
import { type AddedItem, ItemAdditionsService } from '../write/item-additions.service';
import { ItemRevisionsService } from '../write/item-revisions.service';
import type { UpsertKey } from './upsert-keys';

type Tx = InTransaction<CallContext>;

/** One item of the input, with its index there. */
export interface UpsertedItem {
  at: number;
  key: UpsertKey;
  name: string | undefined;
  groupId: GroupId | undefined;
  values: Readonly<Record<string, unknown>>;
  pathOf: (columnId: string) => string;
}

export interface UpsertOutcome {
  id: ItemId;
  outcome: 'created' | 'updated' | 'unchanged';
}

type Existing = UpsertedItem & { holder: KeyedItem };

/** Finds the items with the keys, and writes what the input changes. */
@Injectable()
export class UpsertWritesService {
  constructor(
    private readonly uniques: UniqueValuesService,
    private readonly values: PrepareValuesService,
    private readonly locks: ItemLocksRepository,
    private readonly additions: ItemAdditionsService,
    private readonly revisions: ItemRevisionsService,
    private readonly placement: ItemBulkPlacementService,
    private readonly hierarchy: HierarchyService,
  ) {}

  /** By the index in the input. */
  async write(
    tx: Tx,
    board: BoardFacts,
    column: ColumnFacts,
    items: readonly UpsertedItem[],
  ): Promise<Map<number, UpsertOutcome>> {
    await this.locks.lockStructure(tx, board);
    await this.locks.lockKeys(tx, column.id);
    const keys = items.map(({ key }) => key.ref);
    const holders = new Map(
      (await this.uniques.lockHolders(tx, column, keys)).map((item) => [item.ref, item]),
    );
    const existing: Existing[] = [];
    const missing: UpsertedItem[] = [];
    for (const item of items) {
      const holder = holders.get(item.key.ref);
      if (holder === undefined) missing.push(item);
      else existing.push({ ...item, holder });
    }
    const outcomes = await this.update(tx, board, existing);
    for (const [at, id] of await this.create(tx, board, column, missing))
      outcomes.set(at, { id, outcome: 'created' });
    return outcomes;
  }

  private async update(
    tx: Tx,
    board: BoardFacts,
    items: readonly Existing[],
  ): Promise<Map<number, UpsertOutcome>> {
    if (items.length === 0) return new Map();
    const forms = this.values.storedForms(
      tx,
      board,
      items.map(({ values, pathOf: path }) => ({ inputs: values, path })),
    );
    const written = await this.revisions.write(
      tx,
      board,
      items.map(({ holder, name, pathOf: path }, at) => ({
        id: holder.id,
        name,
        description: undefined,
        values: forms[at]!,
        path,
      })),
    );
    const moved = await this.move(tx, board, items);
    const changed = await this.changed(tx, items, [...written, ...moved]);
    return new Map(
      items.map(({ at, holder: { id } }) => [at, { id, outcome: changed.has(id) ? 'updated' : 'unchanged' }]),
    );
  }

  /** Items that are not archived, to the ends of their groups. Returns those that moved. */
  private async move(tx: Tx, board: BoardFacts, items: readonly Existing[]): Promise<ItemId[]> {
    const moving = items.filter(
      ({ groupId, holder }) => groupId !== undefined && groupId !== holder.groupId && !holder.isArchived,
    );
    const stuck = moving.find(({ holder }) => holder.isSubItem);
    if (stuck !== undefined) throw new SubItemLeavesParent(`items.${stuck.at}.groupId`);
    for (const group of board.groups) {
      const ids = moving.filter(({ groupId }) => groupId === group.id).map(({ holder }) => holder.id);
      if (ids.length === 0) continue;
      await this.locks.lockLists(tx, ids, group.id);
      const seen = await this.hierarchy.items(tx, ids);
      await this.placement.place(tx, board, { groupId: group.id, position: null }, seen);
    }
    return moving.map(({ holder }) => holder.id);
  }

  /** Those of the items that have a new version: some values are the same in another form. */
  private async changed(tx: Tx, items: readonly Existing[], ids: readonly ItemId[]): Promise<Set<ItemId>> {
    if (ids.length === 0) return new Set();
    const before = new Map(items.map(({ holder }) => [holder.id, holder.updatedAt]));
    const versions = await this.locks.versions(tx, [...new Set(ids)]);
    return new Set(versions.flatMap(({ id, updatedAt }) => (before.get(id) === updatedAt ? [] : [id])));
  }

  /** At the ends of their groups, in the order of the input. Returns the ids by the index in the input. */
  private async create(
    tx: Tx,
    board: BoardFacts,
    column: ColumnFacts,
    items: readonly UpsertedItem[],
  ): Promise<Map<number, ItemId>> {
    if (items.length === 0) return new Map();
    const prepared = await this.values.forCreations(
      tx,
      board,
      items.map(({ at, key, values, pathOf }) => ({
        inputs: { ...values, [column.id]: key.stored },
        path: pathIn(column, at, pathOf),
      })),
    );
    const ids = new Map<number, ItemId>();
    const byGroup = new Map<GroupId, AddedItem[]>();
    for (const [index, { at, key, name, groupId = board.groups[0]!.id, pathOf }] of items.entries()) {
      const id = newId('item');
      ids.set(at, id);
      const added = {
        id,
        parentId: null,
        name: name ?? nameOf(column, key),
        description: null,
        stored: prepared[index]!.set,
        path: pathIn(column, at, pathOf),
      };
      byGroup.set(groupId, [...(byGroup.get(groupId) ?? []), added]);
    }
    for (const [groupId, added] of byGroup) {
      await this.locks.lockLists(tx, [], groupId);
      await this.additions.add(tx, board, { groupId, position: null }, added).catch(repeatIfKeyTaken);
    }
    return ids;
  }
}

function pathIn({ id: keyId }: ColumnFacts, at: number, pathOf: (columnId: string) => string) {
  return (columnId: string) => (columnId === keyId ? `items.${at}.key` : pathOf(columnId));
}

const KEY_PATH = /^items\.\d+\.key$/;

/** Another call created an item with the key after this one looked for it: the repeated work finds that item. */
function repeatIfKeyTaken(error: unknown): never {
  const isKeyTaken = error instanceof ValueNotUnique && error.issues!.some(({ path }) => KEY_PATH.test(path));
  throw isKeyTaken ? new ValueBeingWritten(error) : error;
}

/** An item without a name is named by its key. */
function nameOf({ type, config }: ColumnFacts, { stored }: UpsertKey): string {
  return columnTypes[type].toText(stored, config).trim().slice(0, ITEM_NAME_MAX);
}
