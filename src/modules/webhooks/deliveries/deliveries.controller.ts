import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import * as schemas from './deliveries.schemas';
import { DeliveriesService } from './deliveries.service';

@Procedures()
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @QueryProcedure('webhooks.deliveries.list', {
    ...schemas.deliveriesList,
    scope: 'webhooks',
    role: 'admin',
    description:
      'The deliveries of a webhook in the last 30 days, newest events first; `status` selects deliveries with that status. `request`, `response`, `error` and `durationMs` describe the last attempt; bodies are truncated. `nextAttemptAt` is null while a delivery waits for an earlier one of the same item.',
  })
  list(context: CallContext, { webhookId, status, cursor, limit }: Input<typeof schemas.deliveriesList>) {
    return this.deliveries.list(context, webhookId, { status, cursor: cursor ?? null, limit });
  }

  @MutationProcedure('webhooks.deliveries.redeliver', {
    ...schemas.deliveriesRedeliver,
    scope: 'webhooks',
    role: 'admin',
    isAudited: true,
    description:
      'Sends a delivery again: the same body and `webhook-id`, with a new timestamp and signature, to the current URL of the webhook. A delivery that waits for a retry is sent immediately. Fails if the webhook is disabled.',
  })
  redeliver(context: CallContext, { id }: Input<typeof schemas.deliveriesRedeliver>) {
    return this.deliveries.redeliver(context, id);
  }
}
