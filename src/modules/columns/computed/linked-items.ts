import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { type BoardFacts, type ColumnFacts, Hierarchy } from '../../hierarchy';
import type { ColumnConfig, StoredValue } from '../column-type';
import type { LinkedValue } from './aggregate-linked';
import { type BoardColumns, type Looking, typeOf } from './computed-columns';
import type { ComputedItem, Surroundings } from './evaluate-columns';
import { type LinkedItem, LinkedItemsReadModel } from './linked-items.read-model';

/** Finds what lookups look at, for many items at once. */
@Injectable()
export class LinkedItems {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly reads: LinkedItemsReadModel,
  ) {}

  /**
   * One statement for each board that is looked at, and two to find it. `isLinking`: the links are being made by this
   * transaction, and the items that they lead to stand still until it ends, so that whoever changes one of them finds
   * the link (decision 0041).
   */
  async load(
    context: TenantContext,
    board: BoardColumns,
    lookups: readonly Looking[],
    items: readonly ComputedItem[],
    isLinking: boolean,
  ): Promise<Surroundings['linked']> {
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
    for (const home of homes.values()) {
      const looking = lookups.filter(
        ({ targetColumnId }) => targets.get(targetColumnId)?.boardId === home.id,
      );
      const refs = new Set(looking.flatMap((lookup) => items.flatMap((item) => refsOf(lookup, item))));
      const columnIds = [...new Set(looking.map(({ targetColumnId }) => targetColumnId))];
      for (const item of await this.reads.values(context, home.id, [...refs], columnIds, isLinking)) {
        found.set(`${home.id}:${item.id}`, item);
      }
    }
    return (lookup, item) => {
      const target = targets.get(lookup.targetColumnId);
      if (!target) return null;
      return refsOf(lookup, item).flatMap((ref) => {
        const linked = found.get(`${target.boardId}:${ref}`);
        return linked ? linkedValue(target, linked) : [];
      });
    };
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
