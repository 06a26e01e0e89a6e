import { Injectable } from '@nestjs/common';
import { HttpConfig } from '../platform/config/http.config';
import { SecretBox } from '../platform/crypto/secret-box';
import { FlowCookie, type FlowCookieOptions } from './flow-cookie';

/** Declares the cookies of sign-in flows. */
@Injectable()
export class FlowCookies {
  constructor(
    private readonly http: HttpConfig,
    private readonly box: SecretBox,
  ) {}

  declare(options: FlowCookieOptions): FlowCookie {
    return new FlowCookie(options, this.http.isSecure, this.box);
  }
}
