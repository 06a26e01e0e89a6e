import type { BeforeApplicationShutdown } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { Log } from '../logging/log';

/** A key and when it was last used. */
export type LastUse = readonly [key: string, at: Date];

/**
 * Records when things were last used without a write per use: uses are collected in memory, and the latest use of each
 * key is written in a batch every few seconds and at shutdown. A crash loses the uses of the last few seconds.
 */
export abstract class LastUsedBuffer implements BeforeApplicationShutdown {
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
      // Sorted, so that replicas that write the same rows do not deadlock.
      await this.write([...noted].sort(([one], [other]) => (one < other ? -1 : 1)));
    } catch (error) {
      this.log.warn('last uses could not be written, they will be tried again', {
        what: this.constructor.name,
        error,
      });
      for (const [key, at] of noted) if (!this.noted.has(key)) this.noted.set(key, at);
    }
  }

  /** Before the shutdown, because the connections close during it. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  protected abstract write(uses: readonly LastUse[]): Promise<void>;

  protected noteKey(key: string): void {
    this.noted.set(key, clock.now());
  }

  protected notedAt(key: string): Date | undefined {
    return this.noted.get(key);
  }
}
