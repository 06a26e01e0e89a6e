import { expect, it } from 'vitest';
import { walPosition } from '../../../../../src/platform/database/replica/wal-position';

it('orders positions of the log as PostgreSQL does', () => {
  expect(walPosition('0/1')).toBe(1n);
  expect(walPosition('1/0')).toBe(4_294_967_296n);
  expect(walPosition('16/B374D848')).toBe(0x16_b374_d848n);
  expect(walPosition('9/FFFFFFFF')).toBeLessThan(walPosition('A/0'));
});
