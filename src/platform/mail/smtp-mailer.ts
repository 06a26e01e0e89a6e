import { createTransport, type Transporter } from 'nodemailer';
import { headerText, type Mail, Mailer } from './mailer';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/** Sends mails through the server of SMTP_URL. */
export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.transport = createTransport({
      url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
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
    await this.transport.sendMail({
      from: this.from,
      // An object, because a string would be parsed as a list, in which a comma adds a recipient.
      to: { name: '', address: headerText(to) },
      subject: headerText(subject),
      text,
      ...(html === undefined ? {} : { html }),
      ...(id === undefined ? {} : { messageId: `<${headerText(id)}@${domainOf(this.from)}>` }),
      headers: { ...Object.fromEntries(further), 'Auto-Submitted': 'auto-generated' },
    });
  }
}

function domainOf(address: string): string {
  return /@([\w.-]+)/.exec(address)?.[1] ?? 'localhost';
}
