import { Injectable } from '@nestjs/common';
import { BrowserMark, type MarkedBrowser } from '../../access/browser-mark';
import type { IncomingRequest } from '../../access/incoming-request';
import { HttpConfig } from '../../platform/config/http.config';
import { SIGN_ON_MINUTES } from './sign-on-requests.repository';

/**
 * Ties a sign-on to the browser that began it: nobody is signed in by an answer that somebody else asked for. The answer
 * comes as a form from another site, so on https the cookie is SameSite=None; on http browsers refuse that, and a cookie
 * without the attribute is sent with such a form for two minutes (decision 0063).
 */
@Injectable()
export class BrowserBinding {
  private readonly mark: BrowserMark;

  constructor({ isSecure }: HttpConfig) {
    this.mark = new BrowserMark(
      isSecure ? '__Host-sso' : 'sso',
      `Path=/; HttpOnly${isSecure ? '; SameSite=None; Secure' : ''}`,
      SIGN_ON_MINUTES * 60,
    );
  }

  /** The browser, by its cookie or a new one: sign-ins in several tabs share it. */
  bind(request: IncomingRequest): MarkedBrowser {
    return this.mark.put(this.mark.valueOf(request) ?? undefined);
  }

  /** Null when the browser has begun nothing here. */
  digest(request: IncomingRequest): Buffer | null {
    return this.mark.digestOf(request);
  }
}
