import { Injectable } from '@nestjs/common';
import type { FlowCookie, MarkedBrowser } from '../../../access/flow-cookie';
import { FlowCookies } from '../../../access/flow-cookies';
import type { IncomingRequest } from '../../../access/incoming-request';
import { DEPARTURE_MS } from '../token/lifetimes';

/**
 * Ties a sign-on at an organization's host to the browser that left the apex for it: no one is signed in at the apex with
 * a code that another browser received.
 */
@Injectable()
export class SignOnFlowCookieService {
  private readonly cookie: FlowCookie;

  constructor(cookies: FlowCookies) {
    this.cookie = cookies.declare({ name: 'handover', maxAgeSeconds: DEPARTURE_MS / 1_000 });
  }

  /** One at a time: the last flow that began in a browser counts. */
  leave(): MarkedBrowser {
    return this.cookie.mark();
  }

  isIt(request: IncomingRequest, digest: Buffer): boolean {
    return this.cookie.digestOf(request)?.equals(digest) ?? false;
  }

  returned(): string {
    return this.cookie.cleared();
  }
}
