import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { type AccountNotice, accountNoticeMail } from './account-notice';
import { UsersRepository } from '../users.repository';

/** Mails a user a notice of an account change. */
@Job({ name: 'accounts.send-account-notice', sendsMail: true })
@Injectable()
export class SendAccountNoticeJob implements JobHandler<{ userId: UserId; notice: AccountNotice }> {
  constructor(
    private readonly users: UsersRepository,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ userId, notice }: { userId: UserId; notice: AccountNotice }): Promise<void> {
    const user = await this.users.findById(NO_TRANSACTION, userId);
    if (user === null) return;
    const resetLink = `${this.http.publicUrl}/forgot-password`;
    await this.mailer.send(accountNoticeMail(notice, user.email, resetLink));
  }
}
