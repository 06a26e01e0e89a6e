import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../platform/database/database';
import { inBatches } from '../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../platform/schedule/scheduled.decorator';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';

@Scheduled({ name: 'idempotency-keys.remove-expired', everyMinutes: 60 })
@Injectable()
export class IdempotencyKeysSweep implements ScheduledWork {
  constructor(private readonly keys: IdempotencyKeysRepository) {}

  async run(signal: AbortSignal): Promise<number> {
    return inBatches(() => this.keys.purge(NO_TRANSACTION), signal);
  }
}
