import { setTimeout as delay } from 'node:timers/promises';
import { createApplication } from '../../../../src/application';
import {
  type BoardId,
  type ColumnId,
  type ItemId,
  newId,
  type OrganizationId,
  type UserId,
} from '../../../../src/kernel/ids';
import { valuesEvents } from '../../../../src/modules/columns/values.events';
import { readConfiguration } from '../../../../src/platform/config/configuration';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { EventTail } from '../../../../src/platform/events/log/event-tail';
import { Outbox } from '../../../../src/platform/events/outbox';

/** What the parent process asks for. */
export interface LatencyTask {
  readonly organizationId: OrganizationId;
  readonly boardId: BoardId;
  readonly itemId: ItemId;
  readonly columnId: ColumnId;
  readonly userId: UserId;
  readonly changesPerSecond: number;
  readonly seconds: number;
}

/**
 * A process of the service with the roles of its environment. With a task it commits changes, and sends its parent the
 * milliseconds from each commit until its own EventTail had the event.
 */
async function main(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const app = await createApplication(configuration, process.env['DATABASE_URL']!);
  process.on('message', (task: LatencyTask) => {
    void measure(task).then((latencies) => process.send!({ latencies }));
  });
  process.once('disconnect', () => void app.close().then(() => process.exit()));
  process.send!({ ready: true });

  async function measure(task: LatencyTask): Promise<number[]> {
    const committed = new Map<number, number>();
    const received = new Map<number, number>();
    await app.get(EventTail, { strict: false }).subscribe((events) => {
      for (const event of events) {
        if (valuesEvents.changed.is(event)) received.set(event.data.value as number, performance.now());
      }
    });
    const { organizationId, boardId, itemId, columnId, userId } = task;
    const context = { ...NO_TRANSACTION, organizationId, person: { userId }, requestId: newId('event') };
    const change = async (value: number) => {
      const event = valuesEvents.changed.create(
        { columnId, value, previousValue: null },
        { boardId, itemId },
      );
      const outbox = app.get(Outbox, { strict: false });
      await app.get(TransactionRunner, { strict: false }).run(context, (tx) => outbox.append(tx, event));
      committed.set(value, performance.now());
    };
    const startedAt = performance.now();
    const changes: Promise<void>[] = [];
    const total = task.changesPerSecond * task.seconds;
    for (let value = 1; value <= total; value += 1) {
      changes.push(change(value));
      // Irregular, as users are.
      const due = startedAt + ((value + Math.random()) * 1000) / task.changesPerSecond;
      await delay(Math.max(0, due - performance.now()));
    }
    await Promise.all(changes);
    while (received.size < total) await delay(10);
    return [...committed].map(([value, at]) => Math.max(0, received.get(value)! - at));
  }
}

void main();
