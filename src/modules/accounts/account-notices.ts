import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Jobs } from '../../platform/jobs/jobs';
import type { AccountNotice } from './account-notice';
import { SendAccountNotice } from './send-account-notice.job';

/** Has the owner of an account told of a change, once it is committed. */
@Injectable()
export class AccountNotices {
  constructor(private readonly jobs: Jobs) {}

  send(context: InTransaction<DatabaseContext>, userId: UserId, notice: AccountNotice): Promise<void> {
    return this.jobs.enqueue(context, SendAccountNotice, { userId, notice });
  }
}
