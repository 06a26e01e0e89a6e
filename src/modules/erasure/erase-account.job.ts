import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Job, type JobHandler } from '../../platform/jobs/job.decorator';
import { ErasureRepository } from './erasure.repository';
import { ErasureService } from './erasure.service';

export interface ErasedAccount {
  userId: UserId;
  email: string;
  name: string;
  /** ISO 8601: an account that was restored, and perhaps deleted again, is not erased. */
  deletedAt: string;
}

/** Erases the copies of the name and the address of an account that can no longer be restored. */
@Job({ name: 'erasure.erase' })
@Injectable()
export class EraseAccountJob implements JobHandler<ErasedAccount> {
  constructor(
    private readonly rows: ErasureRepository,
    private readonly erasure: ErasureService,
    private readonly transactions: TransactionRunner,
  ) {}

  async perform({ userId, email, name, deletedAt }: ErasedAccount): Promise<void> {
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      if ((await this.rows.deletedAt(tx, userId)) !== deletedAt) return;
      await this.erasure.erase(tx, { userId, emails: [email], names: [name] });
    });
  }
}
