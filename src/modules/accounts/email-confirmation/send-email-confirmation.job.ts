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

/** An account that was just registered, or the key of an address for which a link was requested. */
type Recipient = { userId: UserId } | { email: string };

/**
 * Mails the link that confirms the address of an account, if the address has one and is not confirmed. The token is created
 * here, so no queue stores it.
 */
@Job({ name: 'accounts.send-email-confirmation', sendsMail: true })
@Injectable()
export class SendEmailConfirmationJob implements JobHandler<Recipient> {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: EmailConfirmationTokensService,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform(recipient: Recipient): Promise<void> {
    const user =
      'userId' in recipient
        ? await this.users.findById(NO_TRANSACTION, recipient.userId)
        : await this.users.findByEmail(NO_TRANSACTION, recipient.email);
    if (user === null || (await this.users.isConfirmed(NO_TRANSACTION, user.id))) return;
    const token = this.tokens.create({ userId: user.id, emailKey: emailKey(user.email) });
    await this.mailer.send(
      emailConfirmationMail(user.email, `${this.http.publicUrl}/confirm-email?token=${token}`),
    );
  }
}
