import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { EventPresenterService } from '../presentation/event-presenter.service';
import { EventRecordsService } from '../presentation/event-records.service';
import type { PresentedEvent } from '../presentation/presented-event';
import { VisibleEventsService } from '../visible-events.service';

export interface ShownEvents {
  readonly shown: PresentedEvent[];
  /** Whether all events were considered: otherwise only those up to the last one that is shown. */
  readonly isComplete: boolean;
}

/** Presents events for a caller, and reads each item once: its record also decides who sees it. */
@Injectable()
export class ShownEventsService {
  constructor(
    private readonly visible: VisibleEventsService,
    private readonly presenter: EventPresenterService,
    private readonly records: EventRecordsService,
  ) {}

  /** The first `limit` events that the caller may see now. */
  async first(context: CallContext, events: readonly CommittedEvent[], limit: number): Promise<ShownEvents> {
    const possible = await this.visible.onVisibleBoards(context, events);
    const shown = await this.present(context, possible.slice(0, limit));
    if (possible.length <= limit) return { shown, isComplete: true };
    if (shown.length === limit) return { shown, isComplete: false };
    // Some items have moved to hidden boards. All further events at a time, because theirs can have moved too.
    const further = await this.present(context, possible.slice(limit));
    const missing = limit - shown.length;
    return { shown: [...shown, ...further.slice(0, missing)], isComplete: further.length <= missing };
  }

  private async present(context: CallContext, events: readonly CommittedEvent[]): Promise<PresentedEvent[]> {
    const wanted = this.presenter.wanted(events);
    const items = await this.records.items(context, wanted);
    const visible = await this.visible.visibleTo(context, events, { asked: wanted.items, found: items });
    return this.presenter.presentWith(context, visible, items);
  }
}
