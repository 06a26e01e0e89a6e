import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { requestLoad } from '../../../../src/platform/lifecycle/request-load';

describe('the load of requests', () => {
  let begun = 0;
  const begin = (count: number) => {
    for (let call = 0; call < count; call += 1) requestLoad.begin();
    begun += count;
  };
  const end = () => {
    requestLoad.end();
    begun -= 1;
  };
  afterEach(() => {
    for (let left = begun; left > 0; left -= 1) end();
  });

  const isIdle = async () => {
    while (requestLoad.isBusy) await delay(1);
  };

  beforeEach(isIdle);

  it('is busy with eight calls at the same time', async () => {
    begin(7);
    expect(requestLoad.isBusy).toBe(false);
    begin(1);
    expect(requestLoad.isBusy).toBe(true);
    end();
    await isIdle();
    expect(requestLoad.isBusy).toBe(false);
  });

  it('stays busy for a moment, in which a client sends its next call', async () => {
    begin(8);
    end();
    expect(requestLoad.isBusy).toBe(true);
    begin(1);
    end();
    end();
    await isIdle();
    begin(1);
    expect(requestLoad.isBusy).toBe(false);
  });

  it('lets background work wait until calls have ended', async () => {
    begin(8);
    let hasWaited = false;
    const waiting = requestLoad.giveWay().then(() => (hasWaited = true));
    await Promise.resolve();
    expect(hasWaited).toBe(false);
    end();
    await waiting;
    expect(hasWaited).toBe(true);
  });

  it('lets it go on after a while in a process that is always busy', async () => {
    begin(8);
    await requestLoad.giveWay();
    expect(requestLoad.isBusy).toBe(true);
  });
});
