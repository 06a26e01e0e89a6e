import { setTimeout as delay } from 'node:timers/promises';

/** From so many calls in progress on, calls wait for each other. */
const BUSY_CALLS = 8;
/** Between the end of a call and the next one of the same client there is a moment in which fewer are in progress. */
const STAYS_BUSY_MS = 50;
const LOOK_MS = 5;
/** So that background work goes on, slowly, in a process that is always busy. */
const LONGEST_WAIT_MS = 250;

/** The procedure calls that a process works on. Background work of the same process lets them go first. */
class RequestLoad {
  private calls = 0;
  private busyUntilMs = 0;

  get isBusy(): boolean {
    return this.calls >= BUSY_CALLS || performance.now() < this.busyUntilMs;
  }

  begin(): void {
    this.calls += 1;
  }

  end(): void {
    if (this.calls >= BUSY_CALLS) this.busyUntilMs = performance.now() + STAYS_BUSY_MS;
    this.calls -= 1;
  }

  /** Waits while the process is busy with calls, for a limited time. Never in a process that serves none. */
  async giveWay(): Promise<void> {
    const until = performance.now() + LONGEST_WAIT_MS;
    while (this.isBusy && performance.now() < until) await delay(LOOK_MS);
  }
}

/** Of this process, like its event loop. */
export const requestLoad = new RequestLoad();
