import { Injectable } from '@nestjs/common';
import type { FlowCookie, MarkedBrowser } from '../../../access/flow-cookie';
import { FlowCookies } from '../../../access/flow-cookies';
import type { IncomingRequest } from '../../../access/incoming-request';
import { SESSION_TRANSFER_MS } from '../token/lifetimes';

/**
 * Binds a session transfer to the browser that left the apex. Stops login CSRF: a code that another browser received
 * cannot be used.
 */
@Injectable()
export class SignOnFlowCookieService {
  private readonly cookie: FlowCookie;

  constructor(cookies: FlowCookies) {
    this.cookie = cookies.declare({ name: 'handover', maxAgeSeconds: SESSION_TRANSFER_MS / 1_000 });
  }

  /** One flow per browser: a new flow replaces the previous one. */
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
