import { expect, it } from 'vitest';
import { RateState } from '../../../src/access/rate-state';

it('keeps the bucket with the fewest calls left, and among equals the last', () => {
  const state = new RateState();
  expect(state.tightest).toBeNull();
  const bucket = (limit: number, remaining: number) => ({ limit, remaining, resetAt: 1 });
  state.record(bucket(1000, 999));
  state.record(bucket(60, 59));
  state.record(bucket(5000, 4000));
  expect(state.tightest).toEqual(bucket(60, 59));
  state.record(bucket(10, 59));
  expect(state.tightest).toEqual(bucket(10, 59));
});
