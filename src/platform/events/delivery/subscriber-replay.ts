import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../database/database';
import { TransactionRunner } from '../../database/transaction-runner';
import type { CommittedEvent } from '../committed-event';
import { EventLog } from '../log/event-log';
import { SubscriberBacklogs } from './subscriber-backlogs';
import { SubscriberPositions } from './subscriber-positions';

/** Delivers events again to one subscriber: for a subscriber that was added later, or whose effects were wrong. */
@Injectable()
export class SubscriberReplay {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly events: EventLog,
    private readonly positions: SubscriberPositions,
    private readonly backlogs: SubscriberBacklogs,
  ) {}

  /** The events of all organizations after a position of the log; of the oldest event that is kept, with position 0. */
  async fromPosition(subscriber: string, position: number): Promise<void> {
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      const place = (await this.events.placeAt(tx, position)) ?? { position, day: '-infinity' };
      await this.positions.waitForLock(tx);
      await this.positions.move(tx, [subscriber], place);
    });
  }

  /** The events of one organization, from this one on. */
  async fromEvent(subscriber: string, event: CommittedEvent): Promise<void> {
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      await this.positions.waitForLock(tx);
      await this.backlogs.open(tx, subscriber, [event]);
    });
  }
}
