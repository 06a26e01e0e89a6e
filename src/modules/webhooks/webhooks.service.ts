import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type WebhookId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { EventLog } from '../../platform/events/log/event-log';
import { Outbox } from '../../platform/events/outbox';
import { RecordNotFound } from '../hierarchy';
import { DisablingService } from './disabling/disabling.service';
import { WebhookSecretsService } from './secrets/webhook-secrets.service';
import type { WebhookEntity } from './webhook.entity';
import { WebhookTargetsService } from './webhook-targets.service';
import { TooManyWebhooks, WebhookChanged, WebhookDisabled } from './webhooks.errors';
import { eventDataOf, webhooksEvents } from './webhooks.events';
import { presentWebhook } from './webhooks.presenter';
import { WebhooksRepository } from './webhooks.repository';
import type {
  WebhookOutput,
  WebhooksCreateInput,
  WebhooksUpdateInput,
  WebhookWithSecret,
} from './webhooks.schemas';

const MAX_WEBHOOKS = 50;
/** How long the previous secret signs too after a rotation. */
const ROTATION_MS = 24 * 3_600_000;

/** The health of a receiver before its first attempt: after a change of the URL too, because it is another receiver. */
const UNTRIED = { failingSince: null, isSlow: false } as const;

/** Webhooks of an organization (contract §7). */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly webhooks: WebhooksRepository,
    private readonly targets: WebhookTargetsService,
    private readonly secrets: WebhookSecretsService,
    private readonly disabling: DisablingService,
    private readonly events: EventLog,
    private readonly outbox: Outbox,
  ) {}

  async list(context: CallContext, page: { cursor: WebhookId | null; limit: number }) {
    const { rows, nextCursor } = await this.webhooks.list(context, page);
    return { webhooks: rows.map(presentWebhook), nextCursor };
  }

  async get(context: CallContext, id: WebhookId): Promise<WebhookOutput> {
    return presentWebhook(await this.found(context, id));
  }

  async found(context: CallContext, id: WebhookId): Promise<WebhookEntity> {
    const webhook = await this.webhooks.find(context, id);
    if (webhook === null) throw new RecordNotFound('webhook');
    return webhook;
  }

  /** A webhook to which the transaction adds deliveries. */
  async foundEnabled(tx: InTransaction<CallContext>, id: WebhookId): Promise<WebhookEntity> {
    await this.webhooks.lockShared(tx, id);
    const webhook = await this.found(tx, id);
    if (webhook.disabledAt !== null) throw new WebhookDisabled();
    return webhook;
  }

  /** The webhook with its secret, which only this and a rotation return. */
  create(context: CallContext, input: WebhooksCreateInput): Promise<WebhookWithSecret> {
    return this.transactions.run(context, async (tx) => {
      await this.targets.check(tx, input);
      if ((await this.webhooks.countLocked(tx)) >= MAX_WEBHOOKS) throw new TooManyWebhooks(MAX_WEBHOOKS);
      const { organizationId } = tx;
      const id = newId('webhook');
      const { secret, sealed } = this.secrets.create({ organizationId, id });
      const now = clock.now();
      const webhook: WebhookEntity = {
        organizationId,
        id,
        name: input.name,
        url: input.url,
        events: input.events,
        projectId: input.projectId ?? null,
        sealedSecret: sealed,
        sealedPreviousSecret: null,
        previousSecretExpiresAt: null,
        disabledAt: null,
        disabledReason: null,
        enabledAfterSequence: await this.lastSequence(tx),
        ...UNTRIED,
        createdBy: tx.principal.userId,
        createdAt: now,
        updatedAt: now,
      };
      await this.webhooks.insert(tx, webhook);
      const output = presentWebhook(webhook);
      await this.outbox.append(tx, webhooksEvents.created.create({ webhook: eventDataOf(output) }));
      return { ...output, secret };
    });
  }

  update(
    context: CallContext,
    { id, expectedUpdatedAt, enabled, ...change }: WebhooksUpdateInput,
  ): Promise<WebhookOutput> {
    return this.transactions.run(context, async (tx) => {
      const { disabledAt, url } = await this.found(tx, id);
      await this.targets.check(tx, change);
      const isTurned = enabled !== undefined && enabled !== (disabledAt === null);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const state = {
        ...(change.url === undefined || change.url === url ? {} : UNTRIED),
        ...(isTurned ? await this.stateOf(tx, enabled) : {}),
      };
      const changed = await this.webhooks.update(tx, id, { ...given, ...state }, expectedUpdatedAt);
      if (!changed) throw new WebhookChanged();
      if (isTurned && !enabled) await this.disabling.endDeliveries(tx, id);
      const output = presentWebhook(changed);
      await this.outbox.append(tx, webhooksEvents.updated.create({ webhook: eventDataOf(output) }));
      return output;
    });
  }

  delete(context: CallContext, id: WebhookId): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const deleted = presentWebhook(await this.found(tx, id));
      if (!(await this.webhooks.delete(tx, id))) throw new RecordNotFound('webhook');
      await this.disabling.removeDeliveries(tx, id);
      await this.outbox.append(tx, webhooksEvents.deleted.create({ webhook: eventDataOf(deleted) }));
    });
  }

  /** For a day, both secrets sign, so that receivers can change theirs. */
  rotateSecret(context: CallContext, id: WebhookId): Promise<WebhookWithSecret> {
    return this.transactions.run(context, async (tx) => {
      const { sealedSecret } = await this.found(tx, id);
      const { secret, sealed } = this.secrets.create({ organizationId: tx.organizationId, id });
      const rotated = await this.webhooks.update(tx, id, {
        sealedSecret: sealed,
        sealedPreviousSecret: sealedSecret,
        previousSecretExpiresAt: new Date(clock.nowMs() + ROTATION_MS),
      });
      if (rotated === null) throw new RecordNotFound('webhook');
      const output = presentWebhook(rotated);
      await this.outbox.append(tx, webhooksEvents.secretRotated.create({ webhook: eventDataOf(output) }));
      return { ...output, secret };
    });
  }

  private async stateOf(tx: InTransaction<CallContext>, isEnabled: boolean): Promise<Partial<WebhookEntity>> {
    if (!isEnabled) return { disabledAt: clock.now(), disabledReason: 'manual' };
    return {
      disabledAt: null,
      disabledReason: null,
      ...UNTRIED,
      enabledAfterSequence: await this.lastSequence(tx),
    };
  }

  private async lastSequence(tx: InTransaction<CallContext>): Promise<string> {
    return String(await this.events.lastSequence(tx, tx.organizationId));
  }
}
