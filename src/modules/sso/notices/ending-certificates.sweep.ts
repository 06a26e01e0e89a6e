import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Log } from '../../../platform/logging/log';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { certificateFacts } from '../connections/certificate';
import { CertificateNoticesRepository, type ConnectionCertificates } from './certificate-notices.repository';
import { NoticesService } from './notices.service';

/** The number of days before expiry on which administrators are notified, once each. */
const DAYS_AHEAD = [14, 3] as const;
const DAY_MS = 86_400_000;

/** Warns before a provider's certificate expires: afterwards no one could sign in to replace it. */
@Scheduled({ name: 'sso.notify-expiring-certificates', everyMinutes: 24 * 60 })
@Injectable()
export class EndingCertificatesSweep implements ScheduledWork {
  constructor(
    private readonly sent: CertificateNoticesRepository,
    private readonly notices: NoticesService,
    private readonly transactions: TransactionRunner,
    private readonly log: Log,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    let last = '';
    await inBatches(async () => {
      const connections = await this.sent.next(NO_TRANSACTION, last);
      for (const connection of connections) {
        // One failure does not delay the notices of other certificates by a day.
        await this.notify(connection).catch((error: unknown) => {
          const { organizationId } = connection;
          this.log.warn('administrators not notified of an expiring certificate', { organizationId, error });
        });
      }
      last = connections.at(-1)?.organizationId ?? last;
      return connections.length;
    }, signal);
  }

  private async notify({ organizationId, certificates }: ConnectionCertificates): Promise<void> {
    for (const { fingerprint, expiresAt } of certificates.map(certificateFacts)) {
      const leftMs = Date.parse(expiresAt) - clock.nowMs();
      const due = DAYS_AHEAD.filter((days) => leftMs <= days * DAY_MS);
      if (due.length === 0 || leftMs <= 0) continue;
      await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
        const fresh = await this.sent.keep(tx, fingerprint, due);
        if (fresh.length > 0)
          await this.notices.send(tx, organizationId, { kind: 'certificate', fingerprint });
      });
    }
  }
}
