import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId, OrganizationId } from '../../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../../platform/database/transaction';
import type { EventOf } from '../../../../platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../../platform/events/subscriber.decorator';
import { Jobs } from '../../../../platform/jobs/jobs';
import { valuesEvents } from '../../values.events';
import { ReferencingLookupsReadModel } from './referencing-lookups.read-model';
import { RefreshLookupsJob } from './refresh-lookups.job';

type ValueChanged = EventOf<typeof valuesEvents.changed>;

/** Changes of one board in one batch. */
interface BoardChanges {
  organizationId: OrganizationId;
  /** The first of them, which identifies the job: a replay replaces it. */
  key: string;
  itemIds: Set<ItemId>;
  columnIds: Set<ColumnId>;
}

/**
 * Recomputes the lookups that show a changed cell, with one job for each board that the batch changed (decision 0106). The job of a
 * write would cost it a third of its statements; several writes of one item share the job of their batch.
 */
@Subscriber({ name: 'columns.changed-cells', events: [valuesEvents.changed] })
@Injectable()
export class ChangedCellsSubscriber implements EventSubscriber<ValueChanged> {
  constructor(
    private readonly lookups: ReferencingLookupsReadModel,
    private readonly jobs: Jobs,
  ) {}

  async handle(events: readonly ValueChanged[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const edits = events.filter((event) => !isRefreshed(event));
    const cells = edits.map(({ organizationId, data }) => ({ organizationId, columnId: data.columnId }));
    const shown = await this.lookups.shownColumns(tx, cells);
    const changes = new Map<string, BoardChanges>();
    for (const { id, organizationId, boardId, itemId, data } of edits) {
      if (!shown.has(data.columnId)) continue;
      const change = changes.get(boardId) ?? {
        organizationId,
        key: `${boardId} ${id}`,
        itemIds: new Set(),
        columnIds: new Set(),
      };
      change.itemIds.add(itemId);
      change.columnIds.add(data.columnId);
      changes.set(boardId, change);
    }
    const jobs = [...changes.values()].map(({ organizationId, key, itemIds, columnIds }) => ({
      key,
      payload: { organizationId, itemIds: [...itemIds], columnIds: [...columnIds], depth: 0 },
    }));
    await this.jobs.enqueueAll(tx, RefreshLookupsJob, jobs);
  }
}

/** Whether RefreshLookupsJob wrote it, for no user and no request: the job continues with its own changes, and counts them. */
function isRefreshed({ actorId, origin }: ValueChanged): boolean {
  return actorId === null && Object.keys(origin).length === 0;
}
