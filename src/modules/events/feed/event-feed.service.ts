import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { JsonText, objectText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { EventCatalogue } from '../../../platform/events/event-catalogue';
import { EventPages, type EventPage, type EventPlace } from '../../../platform/events/log/event-pages';
import { HierarchyService } from '../../hierarchy';
import { FeedCursorExpired, UnknownFeedCursor } from '../events.errors';
import type { EventsListInput } from '../events.schemas';
import type { PresentedEvent } from '../presentation/presented-event';
import { type Feed, readCursor, writeCursor } from './feed-cursor';
import { ShownEventsService } from './shown-events.service';

/** Events that one call reads at most: hidden events cost as much as shown ones. */
const READ_MAX = 1_000;
/** Events per statement. Two sizes, because each is a statement of its own. */
const FEW = 50;
const MANY = 250;

interface Request extends Feed {
  readonly types: readonly string[];
  readonly limit: number;
}

/** events.list: the log as a caller may see it now. */
@Injectable()
export class EventFeedService {
  private publicTypes: readonly string[] | undefined;

  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly catalogue: EventCatalogue,
    private readonly pages: EventPages,
    private readonly events: ShownEventsService,
  ) {}

  async list(context: CallContext, { since, boardId, types, limit }: EventsListInput): Promise<JsonText> {
    const { organizationId } = context;
    if (boardId !== undefined) await this.hierarchy.board(context, boardId);
    const request = {
      organizationId,
      boardId: boardId ?? null,
      types: this.typesOf(types),
      limit,
    };
    const start = typeof since === 'string' ? readCursor(request, since) : null;
    const { shown, place } = await this.read(context, request, start);
    const texts = shown.map((each) => listed(request, each));
    return new JsonText(`{"events":[${texts.join(',')}],"cursor":"${writeCursor(request, place)}"}`);
  }

  /** The first visible events, and the place of the last event that was considered. */
  private async read(
    context: CallContext,
    request: Request,
    start: EventPlace | null,
  ): Promise<{ shown: PresentedEvent[]; place: EventPlace }> {
    const { boardId, types, limit } = request;
    const shown: PresentedEvent[] = [];
    let place = start;
    for (let read = 0; ;) {
      const size = read === 0 && limit <= FEW ? FEW : MANY;
      const page = await this.pages.after(context, { boardId, place, types, limit: size });
      rejectGap(place, page);
      if (page.read === null) return { shown, place: place ?? page.end };
      const next = await this.events.first(context, page.events, limit - shown.length);
      shown.push(...next.shown);
      if (!next.isComplete) return { shown, place: placeOf(request, shown.at(-1)!.event) };
      place = page.read.last;
      read += size;
      if (place.number === page.end.number || shown.length === limit || read >= READ_MAX)
        return { shown, place };
    }
  }

  private typesOf(asked: readonly string[] | undefined): readonly string[] {
    const names = (this.publicTypes ??= this.catalogue
      .all()
      .flatMap(({ name, publicData }) => (publicData === null ? [] : [name])));
    if (asked === undefined) return names;
    const known = new Set(names);
    const issues = asked.flatMap((type, at) =>
      known.has(type) ? [] : [{ path: `types.${at}`, message: 'Must be the type of a public event' }],
    );
    if (issues.length > 0) throw new InvalidInput(issues);
    return [...asked];
  }
}

/** An event as events.list shows it. Ids, names of events and timestamps contain nothing that needs escaping. */
function listed(feed: Feed, { event, data }: PresentedEvent): string {
  const { id, type, occurredAt, boardId } = event;
  const board = boardId === null ? '' : `,"boardId":"${boardId}"`;
  return (
    `{"id":"${id}","seq":${numberOf(feed, event)},"type":"${type}","timestamp":"${occurredAt}"${board},` +
    `"data":${objectText(data!)}}`
  );
}

/** The numbers of a feed have no gaps: where one is missing, the log has dropped events. */
function rejectGap(place: EventPlace | null, { read, end }: EventPage): void {
  if (place === null) return;
  // The database was restored to a time before the cursor.
  if (place.number > end.number) throw new UnknownFeedCursor();
  const next = read === null ? end.number + 1 : read.first.number;
  if (next > place.number + 1) throw new FeedCursorExpired();
}

function numberOf({ boardId }: Feed, { sequence, boardSequence }: CommittedEvent): number {
  return boardId === null ? sequence : boardSequence!;
}

function placeOf(feed: Feed, event: CommittedEvent): EventPlace {
  return { number: numberOf(feed, event), day: event.day };
}
