import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProcessSignals, type Signal } from '../../../../src/platform/database/process-signals';

describe('signals to other processes', () => {
  const sent: Signal[] = [];
  let signals: ProcessSignals;

  beforeEach(() => {
    vi.useFakeTimers();
    sent.length = 0;
    signals = new ProcessSignals();
    signals.connect((signal) => sent.push(signal));
  });
  afterEach(() => vi.useRealTimers());

  it('are sent at once, then at most every 10 ms, and the last one is not lost', () => {
    for (let count = 0; count < 5; count += 1) signals.raise('events');
    expect(sent).toEqual(['events']);
    vi.advanceTimersByTime(10);
    expect(sent).toEqual(['events', 'events']);
    vi.advanceTimersByTime(100);
    expect(sent).toHaveLength(2);
    signals.raise('events');
    expect(sent).toHaveLength(3);
  });

  it('do not delay each other', () => {
    signals.raise('events');
    signals.raise('outbox');
    expect(sent).toEqual(['events', 'outbox']);
  });

  it('are not sent for the outbox when this process has a relay', () => {
    const woken = vi.fn();
    const end = signals.listen('outbox', woken);
    signals.raise('outbox');
    expect(woken).toHaveBeenCalledOnce();
    expect(sent).toEqual([]);
    end();
    signals.raise('outbox');
    expect(sent).toEqual(['outbox']);
  });

  it('wake the listeners of this process immediately', () => {
    const woken = vi.fn();
    signals.listen('events', woken);
    signals.raise('events');
    signals.raise('events');
    expect(woken).toHaveBeenCalledTimes(2);
  });
});
