import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { passwordResetMail } from './password-reset.mail';
import { PasswordResetsRepository } from './password-resets.repository';
import { newResetToken, RESET_TOKEN_LIFETIME_MINUTES, resetTokenDigest } from './reset-token';
import { UsersRepository } from '../users.repository';

/** About four minutes of retries: a later mail would no longer be expected. */
const MAX_ATTEMPTS = 6;

/**
 * Mails a new reset link if the address has an account. The token is created when the mail is sent, so no
 * queue stores it. Each attempt creates another token, and only the newest is valid.
 */
@Job({ name: 'accounts.send-password-reset', maxAttempts: MAX_ATTEMPTS, sendsMail: true })
@Injectable()
export class SendPasswordResetJob implements JobHandler<{ email: string }> {
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
    // The configured address, never the request's Host, which the sender of the request controls.
    const link = `${this.http.publicUrl}/reset-password?token=${token}`;
    await this.mailer.send(passwordResetMail(user.email, link));
  }
}
