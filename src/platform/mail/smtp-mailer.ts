import { createTransport, type Transporter } from 'nodemailer';
import { headerText, type Mail, Mailer } from './mailer';

const TIMEOUTS_MS = {
  /** For each: the name, the connection, and the greeting. */
  connect: 10_000,
  silence: 30_000,
  /** For the whole mail: a server can send a byte at a time without accepting anything. */
  mail: 60_000,
};

/** Sends mails through the server of SMTP_URL. */
export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
    private readonly timeoutsMs = TIMEOUTS_MS,
  ) {
    super();
    this.transport = createTransport({
      url,
      dnsTimeout: timeoutsMs.connect,
      connectionTimeout: timeoutsMs.connect,
      greetingTimeout: timeoutsMs.connect,
      socketTimeout: timeoutsMs.silence,
      // Contents are our own text; the library must never interpret it as a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Connects, with TLS where the server offers it, and signs in; sends nothing. Throws when that fails. */
  async check(): Promise<void> {
    await this.transport.verify();
  }

  async send({ to, subject, text, html, id, headers = {} }: Mail): Promise<void> {
    const further = Object.entries(headers).map(([name, value]) => [name, headerText(value)]);
    const sending = this.transport.sendMail({
      from: this.from,
      // An object, because a string would be parsed as a list, in which a comma adds a recipient.
      to: { name: '', address: headerText(to) },
      subject: headerText(subject),
      text,
      ...(html === undefined ? {} : { html }),
      ...(id === undefined ? {} : { messageId: `<${headerText(id)}@${domainOf(this.from)}>` }),
      headers: { ...Object.fromEntries(further), 'Auto-Submitted': 'auto-generated' },
    });
    await this.inTime(sending);
  }

  private async inTime(sending: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const isLate = new Promise<never>((_resolve, reject) => {
      const late = () => reject(new Error('The mail server did not accept the mail in time'));
      timer = setTimeout(late, this.timeoutsMs.mail);
    });
    try {
      await Promise.race([sending, isLate]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function domainOf(address: string): string {
  return /@([\w.-]+)/.exec(address)?.[1] ?? 'localhost';
}
