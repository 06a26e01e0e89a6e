import { Injectable } from '@nestjs/common';
import { columnTypes } from '../../../column-types/types';
import type { StoredValue } from '../../../column-types/column-type';
import type { ItemId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { valuesEvents } from '../../columns/values.events';
import { HierarchyService } from '../../hierarchy';
import { SubItemsReadModel } from '../../items';
import { subItemsCompleted } from '../triggers/subitems-completed';
import type { TriggerType } from '../triggers';

/** The item that an execution is about. */
@Injectable()
export class TriggeringItemService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly subItems: SubItemsReadModel,
  ) {}

  /** The parent, when all sub-items are done; otherwise the item of the event. Undefined when nothing is to be done. */
  async find(
    context: TenantContext,
    trigger: TriggerType,
    itemId: ItemId | null,
    event: CommittedEvent | null,
  ): Promise<ItemId | null | undefined> {
    if (trigger !== subItemsCompleted.type || event === null || !valuesEvents.changed.is(event))
      return itemId;
    const { columnId } = event.data;
    const board = await this.hierarchy.boardFacts(context, event.boardId);
    const column = board?.columnsById.get(columnId);
    const family = await this.subItems.familyOf(context, event.itemId, columnId);
    if (column === undefined || family === null) return undefined;
    const { isDone } = columnTypes[column.type];
    const areDone = family.values.every(
      (stored) => stored !== null && isDone?.(stored as StoredValue, column.config),
    );
    return areDone ? family.parentId : undefined;
  }
}
