import type { OutboundRequest } from '../../../platform/http/outbound';

/** What an action does outside the database, after the commit of its execution. */
export type EffectContent = MailContent | RequestContent;

/** A mail to one recipient. */
export interface MailContent {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface RequestContent {
  readonly url: string;
  readonly method: OutboundRequest['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A failed effect is a dead letter: it is attempted again only when a user asks for it. */
export type EffectStatus = 'pending' | 'success' | 'failed';

/** The target of every mail. No host has this name: the outbound guard requires a dot. */
export const MAIL_TARGET = 'mail';

export function targetOf(content: EffectContent): string {
  return 'to' in content ? MAIL_TARGET : new URL(content.url).hostname;
}

/** How an attempt ended. */
export interface AttemptOutcome {
  readonly attemptedAt: Date;
  readonly responseStatus: number | null;
  /** Null after success. Contains nothing of the content and of the response. */
  readonly error: string | null;
  /** The next attempt; null when there is none. */
  readonly nextAttemptAt: Date | null;
}
