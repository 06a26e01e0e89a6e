import { Injectable } from '@nestjs/common';
import { sessionCookieName } from '../../access/incoming-request';
import { HttpConfig } from '../../platform/config/http.config';

/** The `Set-Cookie` header of sessions (contract §4). Without a Domain: siblings of the host never get it. */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(http: HttpConfig) {
    this.name = sessionCookieName(http.isSecure);
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${http.isSecure ? '; Secure' : ''}`;
  }

  holding(value: string, maxAgeSeconds: number): string {
    return `${this.name}=${value}; Max-Age=${maxAgeSeconds}; ${this.attributes}`;
  }

  /** Makes the browser forget the session. */
  cleared(): string {
    return `${this.name}=; Max-Age=0; ${this.attributes}`;
  }
}
