import { OutboxRelay } from '../../src/platform/events/outbox-relay';
import type { TestApp } from './app';

/** Brings what waits in the outbox to its subscribers, as a worker would a moment later. */
export async function deliverEvents({ nest }: TestApp): Promise<void> {
  await nest.get(OutboxRelay, { strict: false }).drain();
}
