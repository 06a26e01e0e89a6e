import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { EventTail } from '../../../platform/events/log/event-tail';
import { Log } from '../../../platform/logging/log';
import { NotificationMessagesService } from '../notifications/notification-messages.service';
import type { BoardEvent } from './board-messages';
import { BoardMessageSourceService, type BuiltMessage } from './board-message-source.service';
import type { BoardSubscription } from './board-subscription';
import { partsOf, resync, type ServerMessage } from './server-message';

const MAX_ATTEMPTS = 4;
const RETRY_MS = 250;

/**
 * The subscriptions of this process, by board, and the messages for them: each event is presented once for all of them, and
 * events of other boards cost nothing.
 */
@Injectable()
export class BoardChannelsService {
  private readonly channels = new Map<BoardId, Set<BoardSubscription>>();
  private started: Promise<void> | null = null;

  constructor(
    private readonly tail: EventTail,
    private readonly source: BoardMessageSourceService,
    private readonly notifications: NotificationMessagesService,
    private readonly log: Log,
  ) {}

  /** Starts with the first socket, so that a process without sockets reads no events. */
  async start(): Promise<void> {
    try {
      await (this.started ??= this.tail.subscribe((events) => this.deliver(events)));
    } catch (error) {
      this.started = null;
      throw error;
    }
  }

  /** From here on the subscription receives every event that is appended to the log. */
  add(subscription: BoardSubscription): void {
    const channel = this.channels.get(subscription.boardId) ?? new Set();
    this.channels.set(subscription.boardId, channel.add(subscription));
  }

  remove(subscription: BoardSubscription): void {
    const channel = this.channels.get(subscription.boardId);
    channel?.delete(subscription);
    if (channel?.size === 0) this.channels.delete(subscription.boardId);
  }

  /** To the sockets of this process that are subscribed to the board. */
  publish(boardId: BoardId, messages: readonly ServerMessage[], except?: unknown): void {
    // A copy, because a subscription can end while it receives.
    for (const subscription of Array.from(this.channels.get(boardId) ?? [])) {
      if (subscription.subscriber !== except) subscription.receive(...messages);
    }
  }

  isWatched(boardId: BoardId): boolean {
    return this.channels.has(boardId);
  }

  private async deliver(events: readonly CommittedEvent[]): Promise<void> {
    const watched = events.filter((event): event is BoardEvent => this.channels.has(event.boardId!));
    const organizations = new Map<OrganizationId, BoardEvent[]>();
    for (const event of watched) {
      const ofOrganization = organizations.get(event.organizationId);
      if (ofOrganization === undefined) organizations.set(event.organizationId, [event]);
      else ofOrganization.push(event);
    }
    await Promise.all([
      ...[...organizations].map(([id, ofOrganization]) => this.deliverOf(id, ofOrganization)),
      this.notifications.deliver(events),
    ]);
  }

  private async deliverOf(organizationId: OrganizationId, events: readonly BoardEvent[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const messages = await this.source.messages({ organizationId, transaction: null }, events);
        await this.publishAll(messages);
        return;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS) {
          this.log.warn('messages of events could not be built, clients load their boards again', { error });
          for (const { boardId, boardSequence } of events)
            this.publish(boardId, [resync(boardId, boardSequence)]);
          return;
        }
        await delay(RETRY_MS * attempt, undefined, { ref: false });
      }
    }
  }

  /** Each socket costs one write for a board's messages; between large ones the connections are written and read. */
  private async publishAll(messages: readonly BuiltMessage[]): Promise<void> {
    const boards = new Map<BoardId, ServerMessage[]>();
    for (const { event, message } of messages) {
      const ofBoard = boards.get(event.boardId);
      if (ofBoard === undefined) boards.set(event.boardId, [message]);
      else ofBoard.push(message);
    }
    for (const [boardId, ofBoard] of boards) {
      for (const [at, part] of partsOf(ofBoard).entries()) {
        if (at > 0) await immediate();
        this.publish(boardId, part);
      }
    }
  }
}
