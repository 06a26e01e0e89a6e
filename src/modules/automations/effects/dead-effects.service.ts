import { Injectable } from '@nestjs/common';
import type { ExecutionId } from '../../../kernel/ids';
import { ProcessSignals } from '../../../platform/database/process-signals';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { EffectsRepository } from './effects.repository';

/** Dead letters: mails and requests whose attempts have all failed. */
@Injectable()
export class DeadEffectsService {
  constructor(
    private readonly effects: EffectsRepository,
    private readonly signals: ProcessSignals,
  ) {}

  /**
   * Sends the dead letters of an execution again, with the same ids and new attempts. The execution stays failed until they
   * have been sent. Checks no permissions.
   */
  async retry(tx: InTransaction<TenantContext>, executionId: ExecutionId): Promise<void> {
    const count = await this.effects.retryFailed(tx, executionId);
    if (count > 0) tx.transaction.afterCommit(() => this.signals.raise('automation effects'));
  }
}
