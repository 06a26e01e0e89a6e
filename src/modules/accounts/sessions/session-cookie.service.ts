import { Injectable } from '@nestjs/common';
import { sessionCookieName } from '../../../access/incoming-request';
import { HttpConfig } from '../../../platform/config/http.config';

/**
 * The `Set-Cookie` header of sessions (contract §4). It has no Domain, so sibling hosts never receive the
 * cookie.
 */
@Injectable()
export class SessionCookieService {
  private readonly name: string;
  private readonly attributes: string;

  constructor(http: HttpConfig) {
    this.name = sessionCookieName(http.isSecure);
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${http.isSecure ? '; Secure' : ''}`;
  }

  holding(value: string, maxAgeSeconds: number): string {
    return `${this.name}=${value}; Max-Age=${maxAgeSeconds}; ${this.attributes}`;
  }

  /** Deletes the session cookie in the browser. */
  cleared(): string {
    return `${this.name}=; Max-Age=0; ${this.attributes}`;
  }
}
