import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryPressure } from '../../../../src/http/server/memory-pressure';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let used: number;

class MemoryOfTest extends MemoryPressure {
  protected override readHeap() {
    return { used_heap_size: used, heap_size_limit: 1000 };
  }
}

it('is short above nine tenths of the heap, and reads the heap at most every 250 ms', () => {
  const memory = new MemoryOfTest();
  used = 900;
  expect(memory.isShort).toBe(false);
  used = 901;
  vi.advanceTimersByTime(240);
  expect(memory.isShort).toBe(false);
  vi.advanceTimersByTime(20);
  expect(memory.isShort).toBe(true);
  used = 500;
  expect(memory.isShort).toBe(true);
  vi.advanceTimersByTime(260);
  expect(memory.isShort).toBe(false);
});
