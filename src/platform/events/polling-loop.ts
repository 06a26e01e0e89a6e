import { setTimeout as delay } from 'node:timers/promises';
import { requestLoad } from '../lifecycle/request-load';

const LONGEST_PAUSE_MS = 250;
/**
 * The delay is at least this multiple of the poll's duration: while an old transaction keeps VACUUM from removing dead
 * rows, each poll scans all of them.
 */
const PAUSE_PER_POLL = 4;
/** The delay after a failure outside the work's own handling, such as a lost database connection. */
const FAILURE_PAUSE_MS = 1_000;

interface Work {
  /** The least time from the start of one poll to the next: changes that follow each other closely share a batch. */
  readonly shortestPauseMs: number;
  /** The same while the process is busy with calls, which go first: batches get larger then, and cheaper. */
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
      const shortestPauseMs = requestLoad.isBusy ? this.work.busyPauseMs : this.work.shortestPauseMs;
      const isWoken = this.isAwake;
      this.isAwake = false;
      const began = performance.now();
      try {
        const hasWork = await this.work.hasWork(isWoken);
        const pollMs = performance.now() - began;
        const found = hasWork && (await this.work.work(signal));
        pauseMs = found ? shortestPauseMs : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        await this.pause(Math.max(pauseMs, PAUSE_PER_POLL * pollMs), signal);
      } catch (error) {
        // Nothing was committed, so nothing is lost.
        this.work.onFailure(error);
        await delay(FAILURE_PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
      const sinceMs = performance.now() - began;
      if (sinceMs < shortestPauseMs && !signal.aborted) await delay(shortestPauseMs - sinceMs);
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
