import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { nextAttemptAt } from '../../../platform/attempts/retry-delays';
import { SecretBox, SecretUnreadable } from '../../../platform/crypto/secret-box';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { inRootSpan } from '../../../platform/tracing/tracing';
import type { EffectContent } from './effect';
import type { ClaimedEffect } from './effect-claims.repository';
import { EffectResultsRepository } from './effect-results.repository';
import { effectContentOf } from './effect-secrets';
import { EffectSenderService, type SendResult } from './effect-sender.service';
import { MAILS_PER_HOUR, MailLimitRepository } from './mail-limit.repository';
import { RETRY_DELAYS_MS } from './retry-schedule';

const UNREADABLE = 'The stored content cannot be read: was APP_SECRET replaced?';
const LIMIT_EXCEEDED = `The automations of the organization can send ${MAILS_PER_HOUR} mails an hour; this one has waited a day`;

/** Attempts effects that this process has claimed, and records how they end. */
@Injectable()
export class EffectAttemptsService {
  constructor(
    private readonly box: SecretBox,
    private readonly limit: MailLimitRepository,
    private readonly sender: EffectSenderService,
    private readonly results: EffectResultsRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  attempt(effect: ClaimedEffect): Promise<void> {
    const attributes = { 'trestle.effect.id': effect.id, 'trestle.attempt': effect.failures + 1 };
    return inRootSpan('attempt automation effect', { attributes }, () => this.attemptNow(effect));
  }

  private async attemptNow(effect: ClaimedEffect): Promise<void> {
    const content = this.contentOf(effect);
    if (content === null) return this.record(effect, clock.now(), failure(UNREADABLE));
    const { organizationId, id, isMail, failures } = effect;
    if (isMail && failures === 0 && !(await this.limit.take(organizationId))) {
      if (await this.limit.postpone(organizationId, id)) return;
      return this.record(effect, clock.now(), failure(LIMIT_EXCEEDED));
    }
    const attemptedAt = clock.now();
    return this.record(effect, attemptedAt, await this.sender.send(effect, content));
  }

  private async record(effect: ClaimedEffect, attemptedAt: Date, result: SendResult): Promise<void> {
    const { organizationId, failures } = effect;
    const { error, isFinal, responseStatus } = result;
    const next = isFinal ? null : nextAttemptAt(RETRY_DELAYS_MS, failures + 1);
    await this.transactions.runQuietly({ ...NO_TRANSACTION, organizationId }, (tx) =>
      this.results.record(tx, effect, { attemptedAt, responseStatus, error, nextAttemptAt: next }),
    );
  }

  private contentOf({ organizationId, id, sealedContent }: ClaimedEffect): EffectContent | null {
    try {
      return JSON.parse(this.box.open(sealedContent, effectContentOf(organizationId, id))) as EffectContent;
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }
}

function failure(error: string): SendResult {
  return { responseStatus: null, error, isFinal: true };
}
