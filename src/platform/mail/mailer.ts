/** A plain text mail to one person. */
export interface Mail {
  /** One address, as it stands with the account. */
  to: string;
  subject: string;
  text: string;
}

/** Where mails leave the service. Called by background jobs only: a slow mail server must hold up no request. */
export abstract class Mailer {
  /** Resolves when the mail was taken over for delivery; rejects when it was not, so that the job tries again. */
  abstract send(mail: Mail): Promise<void>;
}

/** Text for a header: a line break in it would let its author write headers of their own. */
export function headerText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001F\u007F\u0085\u2028\u2029]+/g, ' ').trim();
}
