/** A mail to one recipient, as plain text and optionally as HTML too. */
export interface Mail {
  /** One address, as stored with the account. */
  to: string;
  subject: string;
  text: string;
  /** The same content as `text`. */
  html?: string;
  /** Identifies the mail: mail servers and programs may drop a repetition. A retried job sends the same one. */
  id?: string;
  /** Further headers by name; the names are literals of the service. */
  headers?: Readonly<Record<string, string>>;
}

/** Sends mails. Only background jobs call it: a slow mail server must not delay a request. */
export abstract class Mailer {
  /** Resolves when the server accepted the mail; rejects otherwise, so that the job retries. */
  abstract send(mail: Mail): Promise<void>;
}

/** Text for a header. Stops header injection: a line break would let its author add headers. */
export function headerText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001F\u007F\u0085\u2028\u2029]+/g, ' ').trim();
}
