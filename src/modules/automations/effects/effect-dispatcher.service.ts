import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ProcessConfig } from '../../../platform/config/process.config';
import { ProcessSignals } from '../../../platform/database/process-signals';
import { AttemptLoop } from '../../../platform/attempts/attempt-loop';
import { Log } from '../../../platform/logging/log';
import { EffectAttemptsService } from './effect-attempts.service';
import { type ClaimedEffect, EffectClaimsRepository, type FreeSlots } from './effect-claims.repository';

/** Attempts of one process at the same time. */
const MAIL_SLOTS = 16;
const REQUEST_SLOTS = 128;

/**
 * Sends the mails and requests of automations that are due, in processes that have the worker role. Not with jobs: receivers
 * that respond slowly would occupy the few slots of the workers (decision 0096).
 */
@Injectable()
export class EffectDispatcherService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: AttemptLoop<ClaimedEffect>;

  constructor(
    private readonly process: ProcessConfig,
    private readonly claims: EffectClaimsRepository,
    private readonly attempts: EffectAttemptsService,
    private readonly signals: ProcessSignals,
    private readonly log: Log,
  ) {
    this.loop = new AttemptLoop({
      listen: (wake) => this.signals.listen('automation effects', wake),
      hasRoom: () => isAny(this.freeSlots()),
      hasDue: () => this.claims.hasDue(),
      startDue: () => this.startDue(),
      onFailure: (error) => this.log.warn('effects of automations could not be claimed, retrying', { error }),
    });
  }

  onApplicationBootstrap(): void {
    if (this.process.has('worker')) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Starts attempts, as far as slots are free, without waiting for their ends; returns how many. */
  private async startDue(): Promise<number> {
    const claimed = await this.claims.claim(this.freeSlots());
    for (const effect of claimed) this.start(effect);
    return claimed.length;
  }

  private start(effect: ClaimedEffect): void {
    const attempt = this.attempts.attempt(effect).catch((error: unknown) => {
      const { organizationId, id: effectId } = effect;
      const details = { organizationId, effectId, error };
      this.log.error(
        'an effect of an automation could not be attempted; it is repeated after its lease',
        details,
      );
    });
    this.loop.add(effect, attempt);
  }

  private freeSlots(): FreeSlots {
    let mails = MAIL_SLOTS;
    let requests = REQUEST_SLOTS;
    for (const { claimed } of this.loop.inProgress) {
      if (claimed.isMail) mails -= 1;
      else requests -= 1;
    }
    return { mails, requests };
  }
}

function isAny({ mails, requests }: FreeSlots): boolean {
  return mails > 0 || requests > 0;
}
