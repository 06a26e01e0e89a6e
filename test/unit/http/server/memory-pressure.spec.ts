import { getHeapStatistics } from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryPressure } from '../../../../src/http/server/memory-pressure';

vi.mock('node:v8', () => ({ getHeapStatistics: vi.fn() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const use = (used: number) =>
  vi.mocked(getHeapStatistics).mockReturnValue({ used_heap_size: used, heap_size_limit: 1000 } as never);

it('is short above nine tenths of the heap, and reads the heap at most every 250 ms', () => {
  const memory = new MemoryPressure();
  use(900);
  expect(memory.isShort).toBe(false);
  use(901);
  vi.advanceTimersByTime(240);
  expect(memory.isShort).toBe(false);
  vi.advanceTimersByTime(20);
  expect(memory.isShort).toBe(true);
  use(500);
  expect(memory.isShort).toBe(true);
  vi.advanceTimersByTime(260);
  expect(memory.isShort).toBe(false);
});
