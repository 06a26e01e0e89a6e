import { setTimeout as delay } from 'node:timers/promises';
import { Latencies } from '../driver/latencies';
import { BoardWatcher, MessageReader } from './board-watcher';
import type { Change, Delays, FromWatchers, Percentiles, ToWatchers } from './messages';

const HANDSHAKES = 20;
/** How long a message may take before it counts as missing. */
const PATIENCE_MS = 10_000;

const reader = new MessageReader();
let watchers: BoardWatcher[] = [];

async function open(url: string, token: string, count: number): Promise<void> {
  let left = count;
  const opened: BoardWatcher[] = [];
  const openNext = async () => {
    while (left > 0) {
      left -= 1;
      opened.push(await BoardWatcher.open(url, token, reader));
    }
  };
  await Promise.all(Array.from({ length: HANDSHAKES }, openNext));
  watchers = opened;
}

async function compare(changes: readonly Change[]): Promise<Delays> {
  const deadline = performance.now() + PATIENCE_MS;
  const isMissing = ({ received }: BoardWatcher) => changes.some(({ value }) => !received.has(value));
  while (performance.now() < deadline && watchers.some(isMissing)) await delay(100);
  const [sinceRequest, sinceResponse] = [new Latencies(), new Latencies()];
  let missing = 0;
  for (const { received } of watchers) {
    for (const { value, requestedMs, respondedMs } of changes) {
      const receivedMs = received.get(value);
      if (receivedMs === undefined) {
        missing += 1;
        continue;
      }
      sinceRequest.add(receivedMs - requestedMs);
      // The message of a change can arrive before the response.
      sinceResponse.add(Math.max(0, receivedMs - respondedMs));
    }
  }
  return { sinceRequest: percentilesOf(sinceRequest), sinceResponse: percentilesOf(sinceResponse), missing };
}

function percentilesOf(latencies: Latencies): Percentiles {
  const [p50, p99, longest] = latencies.percentiles(0.5, 0.99, 1) as [number, number, number];
  return { p50, p99, longest };
}

async function close(): Promise<void> {
  const closed = watchers.filter(({ isOpen }) => !isOpen).length;
  await Promise.all(watchers.filter(({ isOpen }) => isOpen).map((watcher) => watcher.close()));
  watchers = [];
  if (closed > 0) throw new Error(`The service has closed ${closed} sockets`);
}

async function follow(message: ToWatchers): Promise<Delays | null> {
  if (message.kind === 'compare') return compare(message.changes);
  await (message.kind === 'open' ? open(message.url, message.token, message.count) : close());
  return null;
}

function answer(message: FromWatchers): void {
  process.send!(message);
}

process.on('message', (message: ToWatchers) => {
  follow(message).then(
    (delays) => answer({ kind: 'done', delays }),
    (problem: Error) => answer({ kind: 'failed', reason: problem.message }),
  );
});
process.once('disconnect', () => process.exit());
