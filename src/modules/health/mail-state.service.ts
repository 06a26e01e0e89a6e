import { Injectable } from '@nestjs/common';
import { MailConfig } from '../../platform/config/mail.config';
import { FailedMails } from '../../platform/jobs/failed-mails';

/** Anyone can ask, as often as the network allows. */
const GOOD_FOR_MS = 5_000;

/** Whether mails arrive at the mail server: `error` while a mail waits for another attempt, or has failed for good. */
@Injectable()
export class MailStateService {
  private last: { state: Promise<'ok' | 'error'>; atMs: number } | null = null;

  constructor(
    private readonly mail: MailConfig,
    private readonly failed: FailedMails,
  ) {}

  async state(): Promise<'ok' | 'error' | 'disabled'> {
    if (this.mail.smtpUrl === undefined) return 'disabled';
    const nowMs = performance.now();
    if (this.last === null || nowMs - this.last.atMs > GOOD_FOR_MS)
      this.last = { state: this.read(), atMs: nowMs };
    return this.last.state;
  }

  private async read(): Promise<'ok' | 'error'> {
    try {
      return (await this.failed.hasFailed()) ? 'error' : 'ok';
    } catch {
      return 'error';
    }
  }
}
