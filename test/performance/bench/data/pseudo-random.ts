/**
 * A number in [0, 1) that depends on its arguments alone (Murmur3's finalizer over both): request i of a
 * stream and field j of item i are the same in every run and for both sides, without a generator's state.
 */
export function fractionAt(index: number, salt: number): number {
  let mixed = (Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** An integer from 0 up to, not including, `count`. */
export function integerAt(index: number, salt: number, count: number): number {
  return Math.floor(fractionAt(index, salt) * count);
}
