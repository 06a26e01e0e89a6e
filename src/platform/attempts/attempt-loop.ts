import { PollingLoop } from '../events/polling-loop';
import { requestLoad } from '../lifecycle/request-load';

/** What is claimed shortly after another claim shares it. */
const PAUSE_MS = 25;
const BUSY_PAUSE_MS = 250;
/** More are probably due after so many: they are claimed when half of these attempts have ended, without a pause. */
const FULL_CLAIM = 8;
/** At shutdown, how long attempts in progress can take. Another process repeats the others after their leases. */
const SHUTDOWN_MS = 5_000;

/** An attempt that this process has claimed. */
export interface AttemptInProgress<Claimed> {
  readonly claimed: Claimed;
  /** As `performance.now()`. */
  readonly startedAtMs: number;
}

interface Attempts {
  /** Calls the function when something can have become due, until the returned function is called. */
  listen(wake: () => void): () => void;
  hasRoom(): boolean;
  hasDue(): Promise<boolean>;
  /** Claims what is due and starts its attempts; returns how many. */
  startDue(): Promise<number>;
  onFailure(error: unknown): void;
}

/**
 * Attempts with receivers outside of Trestle, many at the same time. Not jobs: receivers that respond slowly would occupy the few
 * slots of the workers.
 */
export class AttemptLoop<Claimed> {
  private readonly loop: PollingLoop;
  private readonly attempts = new Map<Promise<void>, AttemptInProgress<Claimed>>();
  private readonly listen: Attempts['listen'];
  private readonly hasRoom: Attempts['hasRoom'];
  private readonly startDue: Attempts['startDue'];
  private ended = 0;
  private noteEnd: () => void = () => undefined;
  private endListening: () => void = () => undefined;

  constructor({ listen, hasRoom, hasDue, startDue, onFailure }: Attempts) {
    this.listen = listen;
    this.hasRoom = hasRoom;
    this.startDue = startDue;
    this.loop = new PollingLoop({
      shortestPauseMs: PAUSE_MS,
      busyPauseMs: BUSY_PAUSE_MS,
      hasWork: async () => hasRoom() && (await hasDue()),
      work: (signal) => this.startAll(signal),
      onFailure,
    });
  }

  get inProgress(): Iterable<AttemptInProgress<Claimed>> {
    return this.attempts.values();
  }

  start(): void {
    this.endListening = this.listen(() => this.loop.wake());
    this.loop.start();
  }

  /** Claims nothing more, and waits for the attempts in progress, for a limited time. */
  async stop(): Promise<void> {
    this.endListening();
    await this.loop.stop();
    let timer: NodeJS.Timeout | undefined;
    const isOver = new Promise<void>((resolve) => (timer = setTimeout(resolve, SHUTDOWN_MS)));
    await Promise.race([Promise.all(this.attempts.keys()), isOver]);
    clearTimeout(timer);
  }

  /** Does not wait for the end of the attempt, which must not reject. */
  add(claimed: Claimed, work: Promise<void>): void {
    const attempt = work.finally(() => {
      this.attempts.delete(attempt);
      this.ended += 1;
      this.noteEnd();
      this.loop.wake();
    });
    this.attempts.set(attempt, { claimed, startedAtMs: performance.now() });
  }

  private async startAll(signal: AbortSignal): Promise<boolean> {
    for (let isFound = false; ; isFound = true) {
      const before = this.ended;
      const started = this.hasRoom() ? await this.startDue() : 0;
      if (started < FULL_CLAIM || signal.aborted || requestLoad.isBusy) return isFound || started > 0;
      await this.untilEnded(before + started / 2);
    }
  }

  /** Not longer than the pause: slow receivers delay no others. */
  private async untilEnded(count: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      this.noteEnd = () => {
        if (this.ended < count) return;
        clearTimeout(timer);
        resolve();
      };
      this.noteEnd();
    });
    this.noteEnd = () => undefined;
  }
}
