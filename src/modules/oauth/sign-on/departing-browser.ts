import { Injectable } from '@nestjs/common';
import { BrowserMark, type MarkedBrowser } from '../../../access/browser-mark';
import type { IncomingRequest } from '../../../access/incoming-request';
import { HttpConfig } from '../../../platform/config/http.config';
import { DEPARTURE_MS } from '../lifetimes';

/**
 * Ties a sign-on at an organization's host to the browser that left the apex for it: nobody is signed in at the apex by a
 * code that another browser was given. Host-only, so that no organization's host gets to see it; Lax, because the browser
 * comes back by a redirect.
 */
@Injectable()
export class DepartingBrowser {
  private readonly mark: BrowserMark;

  constructor({ isSecure }: HttpConfig) {
    this.mark = new BrowserMark(
      isSecure ? '__Host-handover' : 'handover',
      `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
      DEPARTURE_MS / 1_000,
    );
  }

  /** One at a time: the last one that left counts. */
  leave(): MarkedBrowser {
    return this.mark.put();
  }

  isIt(request: IncomingRequest, digest: Buffer): boolean {
    return this.mark.digestOf(request)?.equals(digest) ?? false;
  }

  returned(): string {
    return this.mark.removed();
  }
}
