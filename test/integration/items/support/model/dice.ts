import { seededRandom } from '../../../../support/seeded-random';

/** Random choices that a seed determines. */
export class Dice {
  private readonly random: () => number;

  constructor(readonly seed: number) {
    this.random = seededRandom(seed);
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  /** True once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  one<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error('Nothing to choose from');
    return from[this.below(from.length)]!;
  }

  /** Different entries, at most `count`, in random order. */
  some<T>(from: readonly T[], count: number): T[] {
    const rest = [...from];
    const chosen: T[] = [];
    while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(this.below(rest.length), 1));
    return chosen;
  }
}
