import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { type BoardFacts, type ColumnFacts, Hierarchy } from '../../hierarchy';
import type { ColumnConfig, StoredValue } from '../column-type';
import type { LinkedValue } from './aggregate-linked';
import { type BoardColumns, type Looking, typeOf } from './computed-columns';
import type { ComputedItem } from './computed-item';
import type { Surroundings } from './evaluate-columns';
import { type Holding, type LinkedItem, LinkedItemsReadModel } from './linked-items.read-model';

/** Items that somebody else was writing, and the columns that were read of them. */
export interface PassedItems {
  itemIds: ItemId[];
  columnIds: ColumnId[];
}

export interface LookedAt {
  linked: Surroundings['linked'];
  passed: PassedItems[];
}

/** Finds what lookups look at, for many items at once. */
@Injectable()
export class LinkedItems {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly reads: LinkedItemsReadModel,
  ) {}

  /**
   * One statement for each board that is looked at, and two to find it. `holds`: the links are being made by this
   * transaction, and the items that they lead to stand still until it ends, so that whoever changes one of them finds
   * the link (decision 0041). Those that are passed by are read as they were and answered in `passed`.
   */
  async load(
    context: TenantContext,
    board: BoardColumns,
    lookups: readonly Looking[],
    items: readonly ComputedItem[],
    holds: Holding | null,
  ): Promise<LookedAt> {
    const targets = new Map<string, ColumnFacts>();
    const homes = new Map<string, BoardColumns | BoardFacts>([[board.id, board]]);
    for (const { targetColumnId } of lookups) {
      const id = targetColumnId as ColumnId;
      const known = [...homes.values()].find(({ columnsById }) => columnsById.has(id));
      const home = known ?? (await this.hierarchy.homeOfColumn(context, id));
      if (home === null) continue;
      homes.set(home.id, home);
      targets.set(id, home.columnsById.get(id)!);
    }
    const found = new Map<string, LinkedItem>();
    const passed: PassedItems[] = [];
    for (const home of homes.values()) {
      const looking = lookups.filter(
        ({ targetColumnId }) => targets.get(targetColumnId)?.boardId === home.id,
      );
      const refs = new Set(looking.flatMap((lookup) => items.flatMap((item) => refsOf(lookup, item))));
      const columnIds = [...new Set(looking.map(({ targetColumnId }) => targetColumnId as ColumnId))];
      const held = await this.reads.values(context, home.id, [...refs], columnIds, holds);
      for (const { id } of held) refs.delete(id);
      const rest =
        holds === 'passing' ? await this.reads.values(context, home.id, [...refs], columnIds, null) : [];
      for (const item of [...held, ...rest]) found.set(`${home.id}:${item.id}`, item);
      if (rest.length > 0) passed.push({ itemIds: rest.map(({ id }) => id), columnIds });
    }
    const linked: Surroundings['linked'] = (lookup, item) => {
      const target = targets.get(lookup.targetColumnId);
      if (!target) return null;
      return refsOf(lookup, item).flatMap((ref) => {
        const linked = found.get(`${target.boardId}:${ref}`);
        return linked ? linkedValue(target, linked) : [];
      });
    };
    return { linked, passed };
  }
}

function refsOf({ linkColumnId }: Looking, { values }: ComputedItem): ItemId[] {
  const refs = values[linkColumnId];
  return Array.isArray(refs) ? (refs as ItemId[]) : [];
}

function linkedValue(column: ColumnFacts, item: LinkedItem): LinkedValue[] {
  const type = typeOf(column);
  const config = column.config as ColumnConfig;
  const { by } = type.sortOrder(config);
  const stored: StoredValue | undefined =
    by === 'createdAt' || by === 'updatedAt' ? item[by] : item.values?.[column.id];
  return stored === undefined ? [] : [{ type, config, stored }];
}
