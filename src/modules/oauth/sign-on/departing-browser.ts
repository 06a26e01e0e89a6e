import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parse } from 'cookie';
import type { IncomingRequest } from '../../../access/incoming-request';
import { HttpConfig } from '../../../platform/config/http.config';
import { DEPARTURE_MS } from '../lifetimes';

const VALUE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Ties a sign-on at an organization's host to the browser that left the apex for it: nobody is signed in at the apex by a
 * code that another browser was given. Host-only, so that no organization's host gets to see it; Lax, because the browser
 * comes back by a redirect.
 */
@Injectable()
export class DepartingBrowser {
  private readonly name: string;
  private readonly attributes: string;

  constructor(http: HttpConfig) {
    this.name = http.isSecure ? '__Host-handover' : 'handover';
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${http.isSecure ? '; Secure' : ''}`;
  }

  /** One at a time: the last one that left counts. */
  leave(): { digest: Buffer; setCookie: string } {
    const value = randomBytes(32).toString('base64url');
    const setCookie = `${this.name}=${value}; Max-Age=${DEPARTURE_MS / 1_000}; ${this.attributes}`;
    return { digest: digestOf(value), setCookie };
  }

  isIt(request: IncomingRequest, digest: Buffer): boolean {
    const value = parse(request.header('cookie') ?? '')[this.name];
    return value !== undefined && VALUE.test(value) && digestOf(value).equals(digest);
  }

  returned(): string {
    return `${this.name}=; Max-Age=0; ${this.attributes}`;
  }
}

function digestOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
