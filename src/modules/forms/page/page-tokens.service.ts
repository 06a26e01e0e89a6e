import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { FormId } from '../../../kernel/ids';
import { randomSecret } from '../../../platform/crypto/random';
import { SecretBox } from '../../../platform/crypto/secret-box';
import { PageExpired, SessionChanged, SubmittedTooFast } from './form-page.errors';

/** As long as the response of a submission is kept, so that a repeat never is a second submission. */
const LIFETIME_MS = 86_400_000;

/** Less time than a person needs to fill in one field. */
export const MIN_FILLING_MS = 2_000;

/** What a page knows about itself when its form comes back. */
export interface PageToken {
  formId: FormId;
  /** Each page is one submission. */
  key: string;
  shownAt: number;
  /** The session that the page was shown to; null for a respondent without one. */
  sessionId: string | null;
}

/**
 * A sealed token in every page of a form. Stops programs that send forms faster than people or without having seen them,
 * and, for signed-in users, pages of other sessions (CSRF).
 */
@Injectable()
export class PageTokensService {
  constructor(private readonly box: SecretBox) {}

  issue(formId: FormId, sessionId: string | null): string {
    const token: PageToken = { formId, key: randomSecret(), shownAt: clock.nowMs(), sessionId };
    return this.box.sealFor(LIFETIME_MS, token, belongsTo(formId));
  }

  /** Null for a token that has expired or was not issued for this form. */
  open(formId: FormId, sealed: string): PageToken | null {
    return this.box.openCurrent<PageToken>(sealed, belongsTo(formId));
  }

  /** Throws if the page with this token cannot be submitted now in this session. */
  check(token: PageToken | null, sessionId: string | null): PageToken {
    if (token === null) throw new PageExpired();
    if (token.sessionId !== sessionId) throw new SessionChanged();
    if (clock.nowMs() - token.shownAt < MIN_FILLING_MS) throw new SubmittedTooFast();
    return token;
  }
}

function belongsTo(formId: FormId): string {
  return `page of the form ${formId}`;
}
