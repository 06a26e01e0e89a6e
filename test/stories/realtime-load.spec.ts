import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Upgrades } from '../../src/http/sockets/upgrades';
import { startApp, type TestApp } from '../support/app';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { anItem } from '../support/factories/item.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { made } from '../support/factories/workspace.factory';
import { LiveSocket, relayEvents } from '../support/live-socket';

/** `.ci/long` runs it with 500 sockets for a minute. */
const SOCKETS = Number(process.env['REALTIME_SOCKETS'] ?? 60);
const SECONDS = Number(process.env['REALTIME_SECONDS'] ?? 3);
const CHANGES_PER_SECOND = 100;
const MAX_GROWTH_BYTES = 50 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Without what the next collection would free, which can be a hundred MiB. */
function usedBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let app: TestApp;
let board: TestBoard;

beforeAll(async () => {
  app = await startApp();
  const organization = await anOrganization({ app });
  board = await aBoard({ organization, columns: [{ name: 'Number', type: 'number' }] });
});
afterAll(() => app.close());

it(
  `${SOCKETS} sockets receive ${CHANGES_PER_SECOND} changes a second while one reads nothing and is dropped`,
  async () => {
    const { client } = board.organization.owner;
    const itemId = await anItem(board);
    await relayEvents(app);
    const sockets: LiveSocket[] = [];
    for (let at = 0; at < SOCKETS; at += 1)
      sockets.push(await LiveSocket.open(app, `/ws/${board.id}`, client.caller));
    const starts = await Promise.all(sockets.map((socket) => socket.ofType('ready')));
    const [stalled, ...readers] = sockets;
    // Only the numbers are kept, so that what grows is the service.
    const numbers = readers.map(() => 0);
    const delays: number[] = [];
    const sentAtMs = new Map<number, number>();
    for (const [at, { socket }] of readers.entries()) {
      socket.removeAllListeners('message');
      socket.on('message', (data: Buffer) => {
        const { seq, payload } = JSON.parse(data.toString()) as { seq?: number; payload: { value?: number } };
        if (seq === undefined) return;
        numbers[at]! += 1;
        if (at === 0) delays.push(performance.now() - sentAtMs.get(payload.value!)!);
      });
    }
    stalled!.socket.pause();
    const relay = new AbortController();
    const relaying = (async () => {
      while (!relay.signal.aborted) {
        await relayEvents(app);
        await delay(5);
      }
    })();
    const before = usedBytes();
    const total = SECONDS * CHANGES_PER_SECOND;
    const beganAtMs = performance.now();
    for (let at = 0; at < total; at += 1) {
      await delay(Math.max(0, beganAtMs + (at * 1_000) / CHANGES_PER_SECOND - performance.now()));
      await made(client, 'items.setValue', { itemId, columnId: board.column('Number'), value: at });
      sentAtMs.set(at, performance.now());
    }
    await expect.poll(() => Math.min(...numbers)).toBe(total);
    relay.abort();
    await relaying;
    const growth = usedBytes() - before;
    const upgrades = app.nest.get(Upgrades, { strict: false });
    upgrades.beat();
    // The readers answer the ping; what stopped reading does not.
    await delay(1_000);
    upgrades.beat();
    stalled!.socket.resume();
    expect((await stalled!.closed).code).toBe(1006);
    expect(readers.map(({ socket }) => socket.readyState)).toEqual(readers.map(({ socket }) => socket.OPEN));
    expect(starts.every(({ seq }) => seq === starts[0]!.seq)).toBe(true);
    expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
    const sorted = delays.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1);
    if (process.env['REALTIME_SECONDS'] !== undefined)
      process.stdout.write(
        `commit to message: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; growth ${growth >> 20} MiB\n`,
      );
    for (const socket of readers) socket.close();
  },
  SECONDS * 3_000 + 120_000,
);
