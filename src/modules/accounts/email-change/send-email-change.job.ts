import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { emailKey } from '../profile/email-address';
import { UsersRepository } from '../users.repository';
import { emailChangeMail, emailTakenMail } from './email-change.mails';
import { EmailChangeTokensService } from './email-change-tokens.service';

interface RequestedChange {
  userId: UserId;
  email: string;
}

/**
 * Mails the link that changes the address of an account. Whether the new address has an account is looked up here: the
 * response to the request is the same in both cases. The token is created here, so no queue stores it.
 */
@Job({ name: 'accounts.send-email-change' })
@Injectable()
export class SendEmailChangeJob implements JobHandler<RequestedChange> {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: EmailChangeTokensService,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ userId, email }: RequestedChange): Promise<void> {
    const user = await this.users.findById(NO_TRANSACTION, userId);
    if (user === null) return;
    const holder = await this.users.findByEmail(NO_TRANSACTION, emailKey(email));
    if (holder !== null && holder.id !== userId) {
      await this.mailer.send(emailTakenMail(holder.email));
      return;
    }
    const token = this.tokens.create('change', { userId, fromKey: emailKey(user.email), to: email });
    await this.mailer.send(emailChangeMail(email, `${this.http.publicUrl}/change-email?token=${token}`));
  }
}
