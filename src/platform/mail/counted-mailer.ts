import { assertNoDryRun } from '../dry-run/dry-run';
import { METRICS } from '../metrics/catalogue';
import { type CounterMetric, type Metrics } from '../metrics/metrics';
import { inSpan } from '../tracing/tracing';
import { type Mail, Mailer } from './mailer';

/** Counts the mails of another mailer by how they end, each in a span. Every mail of the service goes through it. */
export class CountedMailer extends Mailer {
  private readonly mails: CounterMetric<'outcome'>;

  constructor(
    private readonly inner: Mailer,
    metrics: Metrics,
  ) {
    super();
    this.mails = metrics.counter(METRICS.mails);
  }

  async send(mail: Mail): Promise<void> {
    assertNoDryRun('send a mail');
    if (isUnreachable(mail.to)) return;
    try {
      await inSpan('send mail', { kind: 'client' }, () => this.inner.send(mail));
      this.mails.inc({ outcome: 'sent' });
    } catch (error) {
      this.mails.inc({ outcome: 'failed' });
      throw error;
    }
  }
}

/** Service accounts have no address, and deleted accounts one that no one can have (RFC 2606). */
function isUnreachable(address: string): boolean {
  return address === '' || address.toLowerCase().endsWith('.invalid');
}
