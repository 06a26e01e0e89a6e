import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import { BoardLog } from '../../../platform/events/log/board-log';
import { HierarchyService } from '../../hierarchy';
import type { Connection } from '../connections/connection';
import { PresenceService } from '../presence/presence.service';
import { BoardChannelsService } from './board-channels.service';
import { BoardMessageSourceService } from './board-message-source.service';
import type { BoardEvent } from './board-messages';
import { BoardSubscription } from './board-subscription';
import { partsOf, ready, resync } from './server-message';

/** A client that has missed more loads the board again, which costs less. */
const MAX_REPLAYED = 2_000;

/** Begins and ends the subscriptions of sockets to boards. */
@Injectable()
export class BoardSubscriptionsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly log: BoardLog,
    private readonly channels: BoardChannelsService,
    private readonly source: BoardMessageSourceService,
    private readonly presence: PresenceService,
  ) {}

  /** Throws the NOT_FOUND of a missing board for one that the user does not see. */
  async begin(connection: Connection, boardId: BoardId, since?: number): Promise<void> {
    await connection.currentAccess();
    const { facts } = await this.hierarchy.board(connection.context(), boardId);
    await this.channels.start();
    if (!connection.isOpen) return;
    const subscription = new BoardSubscription(connection, boardId, facts);
    connection.add(subscription);
    // Before the number of the last event is read: what is appended after that reaches the subscription, where it waits.
    this.channels.add(subscription);
    try {
      await this.catchUp(connection, subscription, since);
    } catch (error) {
      this.end(connection, subscription);
      throw error;
    }
    if (!connection.has(subscription)) return;
    subscription.begin();
    // The access may have changed since it was checked, before the change feed's listener knew the subscription.
    if (!connection.hasCurrentAccess()) connection.renewAccess();
    await this.presence.join(connection, subscription);
  }

  end(connection: Connection, subscription: BoardSubscription): void {
    this.channels.remove(subscription);
    connection.remove(subscription);
    this.presence.leave(connection, subscription);
  }

  private async catchUp(
    connection: Connection,
    subscription: BoardSubscription,
    since?: number,
  ): Promise<void> {
    const { boardId } = subscription;
    const { organizationId } = connection;
    const head = await this.log.head(organizationId, boardId);
    const missed = since === undefined ? 0 : head - since;
    const isReplayable = missed >= 0 && missed <= MAX_REPLAYED;
    const first = isReplayable && missed > 0 ? await this.following(connection, boardId, since!) : [];
    if (!connection.has(subscription)) return;
    if (!isReplayable || (missed > 0 && first === null)) {
      subscription.beginAt(head);
      connection.send(ready(boardId, head));
      connection.send(resync(boardId, head));
      return;
    }
    const start = head - missed;
    subscription.beginAt(start);
    connection.send(ready(boardId, start));
    let page: readonly BoardEvent[] | null = first;
    for (let last = start; last < head && connection.has(subscription);) {
      if (page === null) {
        connection.send(resync(boardId, head));
        subscription.beginAt(head);
        return;
      }
      for (const part of partsOf(await this.source.messagesFor(connection.context(), page))) {
        // The access can have ended since the page was read, and while the client was slow.
        await connection.currentAccess();
        if (!connection.has(subscription)) return;
        subscription.send(...part);
        await connection.drained();
      }
      last = page.at(-1)!.boardSequence;
      if (last < head) page = await this.following(connection, boardId, last);
    }
  }

  /** The events after a number, and null when the log no longer has the first of them. */
  private async following(
    { organizationId }: Connection,
    boardId: BoardId,
    seq: number,
  ): Promise<readonly BoardEvent[] | null> {
    const page = await this.log.after(organizationId, boardId, seq);
    return page[0]?.boardSequence === seq + 1 ? (page as readonly BoardEvent[]) : null;
  }
}
