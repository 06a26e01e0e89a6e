import { Injectable } from '@nestjs/common';
import type { OrganizationId, WebhookId } from '../../../kernel/ids';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { inBatches } from '../../../platform/schedule/in-batches';
import { DeliveriesRepository } from '../deliveries/deliveries.repository';

interface Payload {
  organizationId: OrganizationId;
  webhookId: WebhookId;
  /** Later deliveries belong to a webhook that has been enabled again. ISO 8601. */
  until: string;
  isDeleted: boolean;
}

/** Ends the pending deliveries of a disabled webhook as failed; removes all deliveries of a deleted one. */
@Job({ name: 'webhooks.end-deliveries' })
@Injectable()
export class EndDeliveriesJob implements JobHandler<Payload> {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  async perform({ organizationId, webhookId, until, isDeleted }: Payload, run: JobRun): Promise<void> {
    const context = { ...NO_TRANSACTION, organizationId };
    await inBatches(
      () =>
        this.transactions.run(context, (tx) =>
          isDeleted
            ? this.deliveries.remove(tx, webhookId)
            : this.deliveries.endPending(tx, webhookId, new Date(until)),
        ),
      run.signal,
    );
    run.signal.throwIfAborted();
  }
}
