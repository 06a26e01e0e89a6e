import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId, WebhookId } from '../../../kernel/ids';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { SecretUnreadable } from '../../../platform/crypto/secret-box';
import { Outbound } from '../../../platform/http/outbound';
import { OutboundFailed, OutboundRejected } from '../../../platform/http/outbound-errors';
import { OutboundHostsService } from '../../organizations';
import { signatureOf } from '../secrets/signature';
import { type SealedSecrets, WebhookSecretsService } from '../secrets/webhook-secrets.service';

/** What is sent, and to whom. */
export interface WebhookMessage {
  readonly organizationId: OrganizationId;
  readonly webhook: SealedSecrets & { readonly id: WebhookId; readonly url: string };
  /** `webhook-id`: the same for every attempt, so that a receiver recognizes an event that it has had. */
  readonly id: string;
  readonly body: string;
}

/** What the log shows of an attempt. */
export interface AttemptOutcome {
  readonly isSuccess: boolean;
  readonly attemptedAt: Date;
  readonly durationMs: number;
  /** Without the signature. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Null when the receiver did not respond. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  readonly error: string | null;
}

const TIMEOUT_MS = 15_000;
const KEPT_BODY_BYTES = 4_096;
const MAX_HEADERS = 50;
const MAX_HEADER_CHARACTERS = 1_000;

/** Sends one signed request. Errors of the receiver are outcomes, not exceptions. */
@Injectable()
export class WebhookSenderService {
  constructor(
    private readonly outbound: Outbound,
    private readonly hosts: OutboundHostsService,
    private readonly secrets: WebhookSecretsService,
  ) {}

  async send({ organizationId, webhook, id, body }: WebhookMessage): Promise<AttemptOutcome> {
    const attemptedAt = clock.now();
    const started = performance.now();
    const timestampSeconds = Math.floor(attemptedAt.getTime() / 1_000);
    const shown = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
    };
    const outcome = () => ({
      attemptedAt,
      durationMs: Math.round(performance.now() - started),
      requestHeaders: shown,
    });
    try {
      const { href } = await this.hosts.check({ ...NO_TRANSACTION, organizationId }, webhook.url);
      const signature = signatureOf({ id, timestampSeconds, body }, this.secrets.keysOf(webhook));
      const { status, ...answer } = await this.outbound.request({
        method: 'POST',
        url: href,
        headers: { ...shown, 'webhook-signature': signature },
        body,
        timeoutMs: TIMEOUT_MS,
        keptBytes: KEPT_BODY_BYTES,
        connectionOwner: organizationId,
        isTraceShared: true,
      });
      const isSuccess = status >= 200 && status < 300;
      return {
        ...outcome(),
        isSuccess,
        response: { status, headers: shortHeaders(answer.headers), body: storable(answer.body.toString()) },
        error: isSuccess ? null : `The receiver responded with status ${status}`,
      };
    } catch (error) {
      const message = messageOf(error);
      if (message === null) throw error;
      return { ...outcome(), isSuccess: false, response: null, error: message };
    }
  }
}

function messageOf(error: unknown): string | null {
  if (error instanceof OutboundRejected) return `The URL is not allowed: ${error.message}`;
  if (error instanceof OutboundFailed) return error.message;
  return error instanceof SecretUnreadable ? 'The secret cannot be read; rotate it' : null;
}

function shortHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name, storable(value.slice(0, MAX_HEADER_CHARACTERS))]),
  );
}

/** PostgreSQL stores no NUL, and JSON no half of a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
