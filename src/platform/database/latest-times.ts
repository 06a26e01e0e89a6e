import type { BeforeApplicationShutdown } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { Log } from '../logging/log';

/** A key and when it was last used. */
export type LatestTime = readonly [key: string, at: Date];

/**
 * Keeps when things were last used without a write per use: uses are noted in memory, and the latest of each key is
 * written together with the others every few seconds and at the end. A crash loses that many seconds of notes.
 */
export abstract class LatestTimes implements BeforeApplicationShutdown {
  private noted = new Map<string, Date>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly log: Log,
    flushEveryMs: number,
  ) {
    this.timer = setInterval(() => void this.flush(), flushEveryMs);
    this.timer.unref();
  }

  async flush(): Promise<void> {
    if (this.noted.size === 0) return;
    const noted = this.noted;
    this.noted = new Map();
    try {
      // In one order, so that replicas that write the same rows do not lock them crosswise.
      await this.write([...noted].sort(([one], [other]) => (one < other ? -1 : 1)));
    } catch (error) {
      this.log.warn('last uses could not be written, they will be tried again', {
        what: this.constructor.name,
        error,
      });
      for (const [key, at] of noted) if (!this.noted.has(key)) this.noted.set(key, at);
    }
  }

  /** Before, because at the shutdown itself the connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  protected abstract write(times: readonly LatestTime[]): Promise<void>;

  protected noteKey(key: string): void {
    this.noted.set(key, clock.now());
  }

  protected notedAt(key: string): Date | undefined {
    return this.noted.get(key);
  }
}
