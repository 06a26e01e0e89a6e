import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { HttpConfig } from '../../platform/config/http.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import { Job, type JobHandler } from '../../platform/jobs/job.decorator';
import { Mailer } from '../../platform/mail/mailer';
import { passwordResetMail } from './password-reset.mail';
import { PasswordResetsRepository } from './password-resets.repository';
import { newResetToken, RESET_TOKEN_LIFETIME_MINUTES, resetTokenDigest } from './reset-token';
import { UsersRepository } from './users.repository';

/** Some four minutes of retries: nobody waits longer for such a mail, and later it would only alarm. */
const MAX_ATTEMPTS = 6;

/**
 * Mails a fresh reset link, if the address has an account. The token is made here, at the last moment: no queue ever
 * holds it. Each attempt makes another one, and only the newest is good.
 */
@Job({ name: 'accounts.send-password-reset', maxAttempts: MAX_ATTEMPTS })
@Injectable()
export class SendPasswordReset implements JobHandler<{ email: string }> {
  constructor(
    private readonly users: UsersRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ email }: { email: string }): Promise<void> {
    const user = await this.users.findByEmail(NO_TRANSACTION, email);
    if (user === null) return;
    const token = newResetToken();
    const expiresAt = new Date(clock.nowMs() + RESET_TOKEN_LIFETIME_MINUTES * 60_000);
    await this.resets.keep(NO_TRANSACTION, user.id, resetTokenDigest(token), expiresAt);
    // The configured address, never the request's Host, which whoever asks for the mail may choose.
    const link = `${this.http.publicUrl}/reset-password?token=${token}`;
    await this.mailer.send(passwordResetMail(user.email, link));
  }
}
