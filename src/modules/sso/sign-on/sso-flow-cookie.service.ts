import { Injectable } from '@nestjs/common';
import type { FlowCookie, MarkedBrowser } from '../../../access/flow-cookie';
import { FlowCookies } from '../../../access/flow-cookies';
import type { IncomingRequest } from '../../../access/incoming-request';
import { SIGN_ON_MINUTES } from './sign-on-requests.repository';

/**
 * Binds a login flow to the browser that started it: a response that another browser requested signs no one
 * in. SAML responses are cross-site form posts.
 */
@Injectable()
export class SsoFlowCookieService {
  private readonly cookie: FlowCookie;

  constructor(cookies: FlowCookies) {
    this.cookie = cookies.declare({ name: 'sso', maxAgeSeconds: SIGN_ON_MINUTES * 60, isCrossSite: true });
  }

  /** Reuses the browser's cookie, so that several tabs can sign in at the same time. */
  bind(request: IncomingRequest): MarkedBrowser {
    return this.cookie.mark(this.cookie.markOf(request) ?? undefined);
  }

  /** Null if the browser has started no flow here. */
  digest(request: IncomingRequest): Buffer | null {
    return this.cookie.digestOf(request);
  }
}
