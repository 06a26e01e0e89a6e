import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { EventCatalogue } from '../../../platform/events/event-catalogue';
import type { ItemRecord } from '../../items';
import type { CurrentRecords } from './current-records';
import { EventRecordsService } from './event-records.service';
import { type Presentation, PRESENTATIONS } from './presentations';
import type { PresentedEvent } from './presented-event';
import { WantedRecords } from './wanted-records';

const BY_NAME = new Map(
  PRESENTATIONS.map((presentation) => [
    presentation.definition.name,
    presentation as unknown as Presentation<CommittedEvent>,
  ]),
);

/** The public data of events, with the records as they are now in the shape of the API. */
@Injectable()
export class EventPresenterService {
  constructor(
    private readonly catalogue: EventCatalogue,
    private readonly records: EventRecordsService,
  ) {}

  /** Events of one organization. Checks no permissions. */
  async present(context: TenantContext, events: readonly CommittedEvent[]): Promise<PresentedEvent[]> {
    return this.presentWith(context, events, await this.records.items(context, this.wanted(events)));
  }

  /** As `present`, with items that have been read: at least those of the events' \`wanted\`. */
  async presentWith(
    context: TenantContext,
    events: readonly CommittedEvent[],
    items: ReadonlyMap<ItemId, ItemRecord>,
  ): Promise<PresentedEvent[]> {
    const records = await this.records.read(context, this.wanted(events), items);
    return events.map((event) => ({ event, data: this.dataOf(event, records) }));
  }

  /** The records that the events show. */
  wanted(events: readonly CommittedEvent[]): WantedRecords {
    const wanted = new WantedRecords();
    for (const event of events) {
      const presentation = BY_NAME.get(event.type);
      if (presentation !== undefined) wanted.add(event.boardId, presentation.wants(event));
    }
    return wanted;
  }

  private dataOf(event: CommittedEvent, records: CurrentRecords): PresentedEvent['data'] {
    const definition = this.catalogue.get(event.type);
    // The log keeps events of earlier versions.
    if (definition === undefined || definition.publicData === null) return null;
    return definition.project(event.data, BY_NAME.get(event.type)?.read(event, records) ?? {});
  }
}
