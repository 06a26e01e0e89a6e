import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId } from '../../../../kernel/ids';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import { type BoardFacts, type ColumnFacts, HierarchyService } from '../../../hierarchy';
import type { StoredValue } from '../../../../column-types/column-type';
import type { LinkedValue } from './aggregate-linked';
import { type BoardColumns, type LookupTargets, typeOf } from '../computed-columns';
import type { ComputedItem } from '../computed-item';
import type { Surroundings } from '../evaluate-columns';
import { type Holding, type LinkedItem, LinkedItemsReadModel } from './linked-items.read-model';

/** Items that another transaction was writing, and the columns that were read of them. */
export interface PassedItems {
  itemIds: ItemId[];
  columnIds: ColumnId[];
}

export interface LookedAt {
  linked: Surroundings['linked'];
  passed: PassedItems[];
}

/** Finds the cells that lookups read, for many items in one call. */
@Injectable()
export class LinkedItemsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly reads: LinkedItemsReadModel,
  ) {}

  /**
   * One statement for each linked board, and two to find the boards. `holds`: this transaction creates the links,
   * and locks the linked items until it ends, so that a concurrent change of one of them finds the link (decision
   * 0041). Items that are skipped are read in their earlier state and returned in `passed`.
   */
  async load(
    context: TenantContext,
    board: BoardColumns,
    lookups: readonly LookupTargets[],
    items: readonly ComputedItem[],
    holds: Holding | null,
  ): Promise<LookedAt> {
    const targets = new Map<string, ColumnFacts>();
    const homes = new Map<string, BoardColumns | BoardFacts>([[board.id, board]]);
    for (const { targetColumnId } of lookups) {
      const id = targetColumnId;
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
      const columnIds = [...new Set(looking.map(({ targetColumnId }) => targetColumnId))];
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

function refsOf({ linkColumnId }: LookupTargets, { values }: ComputedItem): ItemId[] {
  const refs = values[linkColumnId];
  return Array.isArray(refs) ? (refs as ItemId[]) : [];
}

function linkedValue(column: ColumnFacts, item: LinkedItem): LinkedValue[] {
  const type = typeOf(column);
  const config = column.config;
  const { by } = type.sortOrder(config);
  const stored: StoredValue | undefined =
    by === 'createdAt' || by === 'updatedAt' ? item[by] : item.values?.[column.id];
  return stored === undefined ? [] : [{ type, config, stored }];
}
