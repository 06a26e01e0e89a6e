import { setTimeout as delay } from 'node:timers/promises';
import { requestLoad } from '../lifecycle/request-load';

const LONGEST_PAUSE_MS = 250;
/**
 * The delay is at least this multiple of the poll's duration: while an old transaction keeps VACUUM from removing dead
 * rows, each poll scans all of them.
 */
const PAUSE_PER_POLL = 4;
/** While the process is busy, how often the loop looks whether it still is. */
const LOOK_MS = 25;
/** The delay after a failure outside the work's own handling, such as a lost database connection. */
const FAILURE_PAUSE_MS = 1_000;

interface Work {
  /** The least time from the start of one poll to the next: changes that follow each other closely share a batch. */
  readonly shortestPauseMs: number;
  /**
   * The same while the process is busy with calls, which go first: batches get larger then, and cheaper. It ends when the process is
   * no longer busy.
   */
  readonly busyPauseMs: number;
  /** Whether there is anything to do: cheap. `isWoken`: the loop was woken since its last poll. */
  hasWork(isWoken: boolean): Promise<boolean>;
  /** Does what there is to do until the signal aborts; false when it could do nothing. */
  work(signal: AbortSignal): Promise<boolean>;
  onFailure(error: unknown): void;
}

/** Repeats work: soon after `wake`, and otherwise at intervals that double up to a quarter of a second. */
export class PollingLoop {
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private isAwake = false;
  private wakeUp: () => void = () => undefined;

  constructor(private readonly work: Work) {}

  start(): void {
    this.running = this.run();
  }

  /** Waits for the work in progress. */
  async stop(): Promise<void> {
    this.ending.abort();
    this.wake();
    await this.running;
  }

  wake(): void {
    this.isAwake = true;
    this.wakeUp();
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    let pauseMs = LONGEST_PAUSE_MS;
    while (!signal.aborted) {
      const isWoken = this.isAwake;
      this.isAwake = false;
      const began = performance.now();
      try {
        const hasWork = await this.work.hasWork(isWoken);
        const pollMs = performance.now() - began;
        const found = hasWork && (await this.work.work(signal));
        pauseMs = found ? this.work.shortestPauseMs : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        await this.pause(Math.max(pauseMs, PAUSE_PER_POLL * pollMs), signal);
      } catch (error) {
        // Nothing was committed, so nothing is lost.
        this.work.onFailure(error);
        await delay(FAILURE_PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
      await this.space(began, signal);
    }
  }

  /** Waits for the least time since the start of the last poll. */
  private async space(began: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { shortestPauseMs, busyPauseMs } = this.work;
      const pauseMs = requestLoad.isBusy ? busyPauseMs : shortestPauseMs;
      const waitMs = began + pauseMs - performance.now();
      if (waitMs <= 0) return;
      await delay(Math.min(waitMs, LOOK_MS));
    }
  }

  /** Ends with `wake`. */
  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    if (this.isAwake || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
