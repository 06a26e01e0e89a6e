import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { AccessWatchService } from '../../../../../src/modules/realtime/connections/access-watch.service';

it('reads nothing again for a connection that has closed while its access was read', async () => {
  const feed = { subscribe: () => undefined, isLive: true };
  const watch = new AccessWatchService(feed as never, {} as never);
  const connection = { isOpen: false, subscriptions: new Map(), caller: { renew: vi.fn<() => void>() } };
  // As a subscription whose messages wait: sending them asks for current access.
  const release = vi.fn<() => void>(() => watch.renew(connection as never));
  connection.subscriptions.set('brd_1', { hold: () => undefined, release });
  watch.renew(connection as never);
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(release).not.toHaveBeenCalled();
  expect(connection.caller.renew).not.toHaveBeenCalled();
  watch.beforeApplicationShutdown();
});
