import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError } from '../../../kernel/app-error';

/** Files that use negligible memory. */
const SMALL_BYTES = 2 * 1024 * 1024;
/** Waiting calls with an Idempotency-Key each use a connection. */
const WAITING_MAX = 3;
const RETRY_AFTER_SECONDS = 15;

/** Reads one large file at a time: a table is several times as large in memory as in its file. */
@Injectable()
export class ImportSlotsService {
  private readonly turns = pLimit(1);

  take<T>(sizeBytes: number, read: () => Promise<T>): Promise<T> {
    if (sizeBytes <= SMALL_BYTES) return read();
    if (this.turns.pendingCount >= WAITING_MAX) {
      throw new AppError('SERVICE_UNAVAILABLE', 'Other large files are being read; try again', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    return this.turns(read);
  }
}
