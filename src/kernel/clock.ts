/** The only source of time, so that tests can stop and advance it. */
export interface Clock {
  now(): Date;
}

const systemClock: Clock = { now: () => new Date() };

let current: Clock = systemClock;

export const clock: Clock & { nowMs(): number } = {
  now: () => current.now(),
  // Without a date, because every call reads the time several times.
  nowMs: () => (current === systemClock ? Date.now() : current.now().getTime()),
};

/** Replaces the clock of this process; without an argument it restores the system's time. */
export function useClock(replacement: Clock = systemClock): void {
  current = replacement;
}
