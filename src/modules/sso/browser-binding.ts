import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parse } from 'cookie';
import type { IncomingRequest } from '../../access/incoming-request';
import { HttpConfig } from '../../platform/config/http.config';
import { SIGN_ON_MINUTES } from './sign-on-requests.repository';

const VALUE = /^[A-Za-z0-9_-]{43}$/;

export interface BoundBrowser {
  digest: Buffer;
  setCookie: string;
}

/**
 * Ties a sign-on to the browser that began it: nobody is signed in by an answer that somebody else asked for. The answer
 * comes as a form from another site, so on https the cookie is SameSite=None; on http browsers refuse that, and a cookie
 * without the attribute is sent with such a form for two minutes (decision 0063).
 */
@Injectable()
export class BrowserBinding {
  private readonly name: string;
  private readonly attributes: string;

  constructor(http: HttpConfig) {
    this.name = http.isSecure ? '__Host-sso' : 'sso';
    this.attributes = `Path=/; HttpOnly${http.isSecure ? '; SameSite=None; Secure' : ''}`;
  }

  /** The browser, by its cookie or a new one: sign-ins in several tabs share it. */
  bind(request: IncomingRequest): BoundBrowser {
    const value = this.valueOf(request) ?? randomBytes(32).toString('base64url');
    const cookie = `${this.name}=${value}; Max-Age=${SIGN_ON_MINUTES * 60}; ${this.attributes}`;
    return { digest: digestOf(value), setCookie: cookie };
  }

  /** Null when the browser has begun nothing here. */
  digest(request: IncomingRequest): Buffer | null {
    const value = this.valueOf(request);
    return value === null ? null : digestOf(value);
  }

  private valueOf(request: IncomingRequest): string | null {
    const value = parse(request.header('cookie') ?? '')[this.name];
    return value !== undefined && VALUE.test(value) ? value : null;
  }
}

function digestOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
