import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { emailKey } from '../profile/email-address';
import { UsersRepository } from '../users.repository';
import { emailConfirmationMail } from './email-confirmation.mail';
import { EmailConfirmationTokensService } from './email-confirmation-tokens.service';

/** Mails the link that confirms the address of a new account. The token is created here, so no queue stores it. */
@Job({ name: 'accounts.send-email-confirmation' })
@Injectable()
export class SendEmailConfirmationJob implements JobHandler<{ userId: UserId }> {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: EmailConfirmationTokensService,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ userId }: { userId: UserId }): Promise<void> {
    const user = await this.users.findById(NO_TRANSACTION, userId);
    if (user === null) return;
    const token = this.tokens.create({ userId, emailKey: emailKey(user.email) });
    await this.mailer.send(
      emailConfirmationMail(user.email, `${this.http.publicUrl}/confirm-email?token=${token}`),
    );
  }
}
