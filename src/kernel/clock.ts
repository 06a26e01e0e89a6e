/** The one source of time in the house, so that tests can stand still and jump. */
export interface Clock {
  now(): Date;
}

const systemClock: Clock = { now: () => new Date() };

let current: Clock = systemClock;

export const clock: Clock & { nowMs(): number } = {
  now: () => current.now(),
  nowMs: () => current.now().getTime(),
};

/** Replaces the clock of this process; without an argument the system's time returns. */
export function useClock(replacement: Clock = systemClock): void {
  current = replacement;
}
