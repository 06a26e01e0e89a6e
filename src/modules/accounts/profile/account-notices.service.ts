import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import type { AccountNotice } from './account-notice';
import { SendAccountNoticeJob } from './send-account-notice.job';

/** Notifies a user of an account change once it is committed. */
@Injectable()
export class AccountNoticesService {
  constructor(private readonly jobs: Jobs) {}

  send(context: InTransaction<DatabaseContext>, userId: UserId, notice: AccountNotice): Promise<void> {
    return this.jobs.enqueue(context, SendAccountNoticeJob, { userId, notice });
  }
}
