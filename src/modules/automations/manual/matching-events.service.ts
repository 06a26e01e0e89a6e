import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { EventLog } from '../../../platform/events/log/event-log';
import type { BoardFacts } from '../../hierarchy';
import type { AutomationRecord } from '../automation.record';
import { triggerOf } from '../triggers';

/** Events per read, and at most: a trigger can match seldom. */
const BATCH = 100;
const MAX_EVENTS = 1_000;

/** The events of a board that would have fired a trigger. */
@Injectable()
export class MatchingEventsService {
  constructor(private readonly events: EventLog) {}

  /** The last `count` of them, newest first. */
  async last(
    context: TenantContext,
    board: BoardFacts,
    { type, config }: AutomationRecord['trigger'],
    count: number,
  ): Promise<CommittedEvent[]> {
    const trigger = triggerOf(type);
    const types = trigger.events.map(({ name }) => name);
    if (types.length === 0) throw InvalidInput.at('lastEvents', 'No event fires this trigger');
    const parsed = trigger.config.parse(config);
    const place = { organizationId: context.organizationId, boardId: board.id };
    const found: CommittedEvent[] = [];
    let before: number | null = null;
    for (let read = 0; read < MAX_EVENTS; read += BATCH) {
      const batch: CommittedEvent[] = await this.events.lastOfBoard(context, place, {
        types,
        before,
        limit: BATCH,
      });
      found.push(...batch.filter((event) => trigger.matches(event, parsed, board)));
      if (found.length >= count || batch.length < BATCH) break;
      before = batch.at(-1)!.boardSequence;
    }
    return found.slice(0, count);
  }
}
