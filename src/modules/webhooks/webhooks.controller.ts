import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { webhooksReplay, type WebhooksReplayInput } from './deliveries/deliveries.schemas';
import { ReplayService } from './deliveries/replay.service';
import { AUDITED_WEBHOOK } from './webhook-audit-snapshot';
import { WebhookTestService } from './webhook-test.service';
import * as schemas from './webhooks.schemas';
import { WebhooksService } from './webhooks.service';

const BY_ADMINS = { scope: 'webhooks', role: 'admin' } as const;
const AUDITED = { ...BY_ADMINS, isAudited: true } as const;

@Procedures()
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly tests: WebhookTestService,
    private readonly replays: ReplayService,
  ) {}

  @QueryProcedure('webhooks.list', {
    ...schemas.webhooksList,
    ...BY_ADMINS,
    description: 'The webhooks of the organization, oldest first, without secrets.',
  })
  list(context: CallContext, { cursor, limit }: Input<typeof schemas.webhooksList>) {
    return this.webhooks.list(context, { cursor: cursor ?? null, limit });
  }

  @QueryProcedure('webhooks.get', {
    ...schemas.webhooksGet,
    ...BY_ADMINS,
    description:
      'One webhook, without its secret. `failingSince` is the first failed attempt since the last success. `disabledReason` is `manual`, `gone` (the receiver responded with 410) or `failing` (no success for five days).',
  })
  get(context: CallContext, { id }: Input<typeof schemas.webhooksGet>) {
    return this.webhooks.get(context, id);
  }

  @MutationProcedure('webhooks.create', {
    ...schemas.webhooksCreate,
    ...AUDITED,
    recordAuditSnapshot: AUDITED_WEBHOOK,
    hasSecretAnswer: true,
    description:
      'Creates a webhook for future events of the organization or, with `projectId`, of the boards of one project. `url` must use https, except for hosts in `OUTBOUND_ALLOW`. If the organization has `outboundHosts`, the host of `url` must be one of them. `secret` is returned only here. An organization has at most 50 webhooks.',
  })
  create(context: CallContext, input: schemas.WebhooksCreateInput) {
    return this.webhooks.create(context, input);
  }

  @MutationProcedure('webhooks.update', {
    ...schemas.webhooksUpdate,
    ...AUDITED,
    recordAuditSnapshot: AUDITED_WEBHOOK,
    description:
      'Updates the given fields of a webhook. `enabled: false` ends pending deliveries as failed. `enabled: true` enables a disabled webhook for future events; webhooks.replay delivers the events that it missed. Pending deliveries are sent to a changed `url`.',
  })
  update(context: CallContext, input: schemas.WebhooksUpdateInput) {
    return this.webhooks.update(context, input);
  }

  @MutationProcedure('webhooks.delete', {
    ...schemas.webhooksDelete,
    ...AUDITED,
    recordAuditSnapshot: AUDITED_WEBHOOK,
    description: 'Deletes a webhook with its deliveries.',
  })
  async delete(context: CallContext, { id }: Input<typeof schemas.webhooksDelete>) {
    await this.webhooks.delete(context, id);
    return SUCCESS;
  }

  @MutationProcedure('webhooks.rotateSecret', {
    ...schemas.webhooksRotateSecret,
    ...AUDITED,
    hasSecretAnswer: true,
    description:
      'Rotates the secret of a webhook. The new secret is returned only here. For 24 hours, every request has two signatures: one with the new and one with the previous secret.',
  })
  rotateSecret(context: CallContext, { id }: Input<typeof schemas.webhooksRotateSecret>) {
    return this.webhooks.rotateSecret(context, id);
  }

  @MutationProcedure('webhooks.test', {
    ...schemas.webhooksTest,
    ...AUDITED,
    isPrepared: true,
    description:
      'Sends one event of the type `webhook.test` immediately, even if the webhook is disabled. `success` is true if the receiver responded with 2xx within 15 seconds. If it did not respond, `status` is null and `error` has the reason. A dry run sends nothing and returns that as the reason.',
  })
  async test(context: CallContext, { id }: Input<typeof schemas.webhooksTest>) {
    const outcome = await this.tests.send(context, id);
    return () => outcome;
  }

  @MutationProcedure('webhooks.replay', {
    ...webhooksReplay,
    ...AUDITED,
    description:
      'Delivers past events to a webhook: those after the event `since`, or those from `from` to `to` (now by default). Events that the webhook already had are delivered again, with the same body and `webhook-id`. BAD_REQUEST if more than 10,000 events match. Returns the number of deliveries.',
  })
  async replay(context: CallContext, input: WebhooksReplayInput) {
    return { deliveries: await this.replays.replay(context, input) };
  }
}
