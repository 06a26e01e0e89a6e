import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Mailer } from '../../../platform/mail/mailer';
import { plainLine } from '../../../platform/mail/plain-line';
import { Outbound } from '../../../platform/http/outbound';
import { OutboundFailed, OutboundRejected } from '../../../platform/http/outbound-errors';
import { OutboundHostsService } from '../../organizations';
import type { EffectContent, MailContent, RequestContent } from './effect';
import { LEASE_MS, type ClaimedEffect } from './effect-claims.repository';
import { isFinalStatus } from './retry-schedule';

/** How an attempt ended, before the decision about a next one. */
export interface SendResult {
  readonly responseStatus: number | null;
  /** Null after success. */
  readonly error: string | null;
  /** Whether another attempt cannot succeed. */
  readonly isFinal: boolean;
}

const REQUEST_TIMEOUT_MS = 15_000;
/** Less than the lease, so that no other process sends the mail meanwhile. */
const MAIL_TIMEOUT_MS = LEASE_MS - 5_000;

const SENT: SendResult = { responseStatus: null, error: null, isFinal: true };

/** Sends one mail or one request. Errors of the receiver are results, not exceptions. */
@Injectable()
export class EffectSenderService {
  constructor(
    private readonly outbound: Outbound,
    private readonly hosts: OutboundHostsService,
    private readonly mailer: Mailer,
  ) {}

  send(effect: ClaimedEffect, content: EffectContent): Promise<SendResult> {
    return 'to' in content ? this.mail(effect, content) : this.call(effect, content);
  }

  private async mail(
    { id, automationName, organizationName }: ClaimedEffect,
    { to, subject, text }: MailContent,
  ): Promise<SendResult> {
    const sender = `the automation "${plainLine(automationName)}" of ${plainLine(organizationName)}`;
    const mail = { to, id, subject, text: `${text}\n\n-- \nThis mail was sent by ${sender}.\n` };
    try {
      await withinTime(this.mailer.send(mail));
      return SENT;
    } catch (error) {
      const { responseCode: status = null } = error as { responseCode?: number };
      const message =
        status === null ? 'The mail server cannot be reached' : `The mail server responded with ${status}`;
      return { responseStatus: status, error: message, isFinal: status !== null && status >= 500 };
    }
  }

  private async call(
    { organizationId, id }: ClaimedEffect,
    { url, method, headers, body }: RequestContent,
  ): Promise<SendResult> {
    try {
      // Again, because the settings of the organization can have changed.
      const { href } = await this.hosts.check({ ...NO_TRANSACTION, organizationId }, url);
      const { status } = await this.outbound.request({
        method,
        url: href,
        // The same for every attempt, so that a receiver recognizes a repetition.
        headers: { ...headers, 'webhook-id': id, 'idempotency-key': id },
        ...(body === null ? {} : { body }),
        timeoutMs: REQUEST_TIMEOUT_MS,
        keptBytes: 0,
        connectionOwner: organizationId,
        isTraceShared: true,
      });
      if (status >= 200 && status < 300) return { ...SENT, responseStatus: status };
      const redirects = status >= 300 && status < 400 ? '; redirects are not followed' : '';
      const error = `The receiver responded with status ${status}${redirects}`;
      return { responseStatus: status, error, isFinal: isFinalStatus(status) };
    } catch (error) {
      if (error instanceof OutboundRejected)
        return { responseStatus: null, error: `The URL is not allowed: ${error.message}`, isFinal: true };
      if (!(error instanceof OutboundFailed)) throw error;
      return { responseStatus: null, error: error.message, isFinal: false };
    }
  }
}

/** A mail server that keeps the connection alive without accepting the mail. */
async function withinTime(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server did not respond in time')), MAIL_TIMEOUT_MS);
  });
  try {
    await Promise.race([sending, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
