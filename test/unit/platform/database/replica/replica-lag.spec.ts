import { describe, expect, it } from 'vitest';
import { ReplicaLag } from '../../../../../src/platform/database/replica/replica-lag';

describe('the lag of a replica', () => {
  it('is zero when everything is replayed, however long ago it was written', () => {
    const lag = new ReplicaLag();
    lag.addPrimary(10n, 1_000);
    expect(lag.of(10n, 900_000)).toBe(0);
  });

  it('is the age of the oldest position that is not replayed', () => {
    const lag = new ReplicaLag();
    for (const [position, atMs] of [
      [10n, 1_000],
      [20n, 2_000],
      [20n, 3_000],
      [30n, 4_000],
    ] as const)
      lag.addPrimary(position, atMs);
    expect(lag.of(9n, 5_000)).toBe(4_000);
    expect(lag.of(10n, 5_000)).toBe(3_000);
    expect(lag.of(29n, 5_000)).toBe(1_000);
    expect(lag.of(30n, 5_000)).toBe(0);
  });

  it('is exact for a replica that stood still for longer than positions are stored', () => {
    const lag = new ReplicaLag();
    for (let at = 1; at <= 5_000; at += 1) lag.addPrimary(BigInt(at), at);
    expect(lag.of(0n, 5_000)).toBe(4_999);
  });
});
