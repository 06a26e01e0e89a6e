import { afterEach, describe, expect, it } from 'vitest';
import { PollingLoop } from '../../../../src/platform/events/polling-loop';
import { requestLoad } from '../../../../src/platform/lifecycle/request-load';

const BUSY_CALLS = 8;

let loops: PollingLoop[] = [];
let calls = 0;

function beBusy(): void {
  for (; calls < BUSY_CALLS; calls += 1) requestLoad.begin();
}

function beIdle(): void {
  for (; calls > 0; calls -= 1) requestLoad.end();
}

afterEach(async () => {
  beIdle();
  for (const loop of loops) await loop.stop();
  loops = [];
});

/** A loop that always has work, and what resolves with its next polls. */
function start(busyPauseMs: number) {
  const next: (() => void)[] = [];
  let polls = 0;
  const loop = new PollingLoop({
    shortestPauseMs: 1,
    busyPauseMs,
    hasWork: () => Promise.resolve(true),
    work: () => {
      polls += 1;
      next.shift()?.();
      return Promise.resolve(true);
    },
    onFailure: (error) => {
      throw error;
    },
  });
  loops.push(loop);
  loop.start();
  const poll = () => new Promise<void>((resolve) => next.push(resolve));
  return { poll, polls: () => polls };
}

describe('a polling loop', () => {
  it('waits for calls while the process is busy, and goes on when it no longer is', async () => {
    beBusy();
    const waiting = start(600_000);
    const other = start(1);
    for (let polls = 0; polls < 20; polls += 1) await other.poll();
    expect(waiting.polls()).toBe(1);
    const next = waiting.poll();
    beIdle();
    await next;
    expect(waiting.polls()).toBeGreaterThan(1);
  });

  it('goes on after its busy pause in a process that is always busy', async () => {
    beBusy();
    const loop = start(10);
    await loop.poll();
    await loop.poll();
    expect(requestLoad.isBusy).toBe(true);
  });
});
