import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { StorageConfig } from '../../platform/config/storage.config';
import { FileStorage } from '../../platform/storage/file-storage';
import { Log } from '../../platform/logging/log';

/** A check writes to disk or calls a store: often enough to notice a full one, seldom enough for 500 questions a second. */
const GOOD_FOR_MS = 5_000;
const TIMEOUT_MS = 2_000;

@Injectable()
export class StorageCheckService implements OnApplicationBootstrap {
  private last: { result: Promise<'ok' | 'error'>; atMs: number } | null = null;

  constructor(
    private readonly storage: FileStorage,
    private readonly config: StorageConfig,
    private readonly log: Log,
  ) {}

  /** The log shows a wrong bucket or secret with the start, and not only with the first upload. */
  onApplicationBootstrap(): void {
    if (this.config.s3 !== undefined) void this.result();
  }

  result(): Promise<'ok' | 'error'> {
    const nowMs = performance.now();
    if (this.last === null || nowMs - this.last.atMs > GOOD_FOR_MS) {
      this.last = { result: this.check(), atMs: nowMs };
    }
    return this.last.result;
  }

  private async check(): Promise<'ok' | 'error'> {
    const patience = new AbortController();
    // An unresponsive network disk does not fail; it never responds.
    const tooLong = delay(TIMEOUT_MS, undefined, { signal: patience.signal, ref: false }).then(() => {
      throw new Error('no answer in time');
    });
    try {
      await Promise.race([this.storage.check(), tooLong]);
      return 'ok';
    } catch (error) {
      this.log.warn('storage cannot be written', { error });
      return 'error';
    } finally {
      patience.abort();
      tooLong.catch(() => undefined);
    }
  }
}
