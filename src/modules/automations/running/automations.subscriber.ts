import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import type { EventDefinition } from '../../../platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { AutomationsReadModel, type ListeningAutomation, type TriggerPlace } from '../automations.read-model';
import { triggerOf, TRIGGERS, type TriggerType } from '../triggers';
import { itemOfEvent } from './item-of-event';
import { causeOf } from './chain';
import { ChainLimitService } from './chain-limit.service';
import { ExecutionQueueService } from './execution-queue.service';

const TYPES = Object.keys(TRIGGERS) as TriggerType[];

/** The triggers that listen to each event. */
const TRIGGERS_OF = new Map<string, TriggerType[]>();
const EVENTS = new Set<EventDefinition>();
for (const type of TYPES) {
  for (const event of triggerOf(type).events) {
    EVENTS.add(event);
    TRIGGERS_OF.set(event.name, [...(TRIGGERS_OF.get(event.name) ?? []), type]);
  }
}

/** Queues an execution for each automation that an event fires; the unique cause makes it one for each event. */
@Subscriber({ name: 'automations', events: [...EVENTS] })
@Injectable()
export class AutomationsSubscriber implements EventSubscriber {
  constructor(
    private readonly automations: AutomationsReadModel,
    private readonly hierarchy: HierarchyService,
    private readonly chains: ChainLimitService,
    private readonly queue: ExecutionQueueService,
  ) {}

  async handle(events: readonly CommittedEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const listening = groupByPlace(await this.automations.listening(tx, events.flatMap(placesOf)));
    if (listening.size === 0) return;
    const executions = [];
    const boards = new Map<string, BoardFacts | null>();
    for (const event of events) {
      const candidates = placesOf(event).flatMap((place) => listening.get(keyOf(place)) ?? []);
      if (candidates.length === 0) continue;
      const { organizationId, boardId } = event;
      let board = boards.get(boardId!);
      if (board === undefined) {
        board = await this.hierarchy.boardFacts({ ...tx, organizationId }, boardId!);
        boards.set(boardId!, board);
      }
      if (board === null || board.archivedAt !== null) continue;
      for (const automation of candidates) {
        const trigger = triggerOf(automation.type);
        const parsed = trigger.config.safeParse(automation.config);
        if (!parsed.success || !trigger.matches(event, parsed.data, board)) continue;
        executions.push(executionOf(event, automation));
      }
    }
    await this.queue.add(tx, await this.chains.limit(tx, executions));
  }
}

function executionOf(event: CommittedEvent, { id, boardId, type, organizationId }: ListeningAutomation) {
  return {
    organizationId,
    boardId,
    id: newId('execution'),
    automationId: id,
    chain: event.origin.chain,
    cause: causeOf(event),
    eventSequence: event.sequence,
    eventDay: event.day,
    status: 'queued' as const,
    triggeredBy: { type, itemId: itemOfEvent(event), userId: event.actorId },
    payload: null,
    depth: (event.origin.depth ?? 0) + 1,
    isManual: false,
    error: null,
  };
}

function placesOf({ organizationId, boardId, type }: CommittedEvent): TriggerPlace[] {
  if (boardId === null) return [];
  return (TRIGGERS_OF.get(type) ?? []).map((trigger) => ({ organizationId, boardId, type: trigger }));
}

function keyOf({ organizationId, boardId, type }: TriggerPlace): string {
  return `${organizationId} ${boardId} ${type}`;
}

function groupByPlace(automations: readonly ListeningAutomation[]): Map<string, ListeningAutomation[]> {
  const places = new Map<string, ListeningAutomation[]>();
  for (const automation of automations) {
    const key = keyOf(automation);
    places.set(key, [...(places.get(key) ?? []), automation]);
  }
  return places;
}
