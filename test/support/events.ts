import type { INestApplicationContext } from '@nestjs/common';
import { vi } from 'vitest';
import { SubscriberLoop } from '../../src/platform/events/delivery/subscriber-loop';
import { EventRelay } from '../../src/platform/events/event-relay';

/** Brings what waits in the outbox to its subscribers, as a worker would a moment later. */
export async function deliverEvents({ nest }: { nest: INestApplicationContext }): Promise<void> {
  const relay = nest.get(EventRelay, { strict: false });
  const subscribers = nest.get(SubscriberLoop, { strict: false });
  await subscribers.register();
  // Another delivery can have the locks.
  do {
    await relay.drain();
    await subscribers.drain();
  } while ((await relay.hasWork()) || (await subscribers.hasWork()));
}

/** As deliverEvents, without the events that jobs write meanwhile: these stay in the outbox. */
export async function deliverEventsSoFar({ nest }: { nest: INestApplicationContext }): Promise<void> {
  const subscribers = nest.get(SubscriberLoop, { strict: false });
  await subscribers.register();
  await nest.get(EventRelay, { strict: false }).drain();
  await subscribers.drain();
}

/** For what jobs do after the delivery of events: delivers until the assertion holds. */
export async function eventually(
  app: { nest: INestApplicationContext },
  assertion: () => Promise<void>,
): Promise<void> {
  await vi.waitFor(async () => {
    await deliverEvents(app);
    await assertion();
  });
}

/** Events stay in the outbox until a test delivers them. */
export async function holdEvents({ nest }: { nest: INestApplicationContext }): Promise<void> {
  await nest.get(EventRelay, { strict: false }).stop();
  await nest.get(SubscriberLoop, { strict: false }).stop();
}
