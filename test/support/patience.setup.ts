import { vi } from 'vitest';

/** A wait ends with what it waits for. The limit is for what never happens, and no busy machine reaches it. */
const PATIENCE_MS = 60_000;
const INTERVAL_MS = 25;

type Options = number | { timeout?: number; interval?: number };
type Wait = (callback: () => unknown, options?: Options) => Promise<unknown>;

const patient =
  (wait: Wait): Wait =>
  (callback, options) => {
    const { timeout = 0, interval = INTERVAL_MS } =
      typeof options === 'number' ? { timeout: options } : (options ?? {});
    return wait(callback, { timeout: Math.max(timeout, PATIENCE_MS), interval });
  };

const waits = vi as unknown as Record<'waitFor' | 'waitUntil', Wait> & { isPatient?: boolean };

// The specs of one worker share this module's `vi`, and each of them runs this file.
if (!waits.isPatient) {
  waits.isPatient = true;
  waits.waitFor = patient(waits.waitFor.bind(vi));
  waits.waitUntil = patient(waits.waitUntil.bind(vi));
}
