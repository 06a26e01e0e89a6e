import { Injectable } from '@nestjs/common';
import { parse } from 'cookie';
import { clock } from '../../kernel/clock';
import type { IncomingRequest } from '../../access/incoming-request';
import { HttpConfig } from '../../platform/config/http.config';
import { SecretBox } from '../../platform/secrets/secret-box';

/** Browsers take no longer cookie, name and attributes among its bytes. */
const MAX_BYTES = 4_096;

/**
 * What this service leaves with a browser while somebody signs in, encrypted, so that it needs to keep nothing for
 * whoever merely begins. Host-only; Lax, because the browser comes back from another site by a link.
 */
@Injectable()
export class SealedCookies {
  private readonly prefix: string;
  private readonly attributes: string;

  constructor(
    private readonly box: SecretBox,
    http: HttpConfig,
  ) {
    this.prefix = http.isSecure ? '__Host-' : '';
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${http.isSecure ? '; Secure' : ''}`;
  }

  holding(name: string, content: object, lifetimeSeconds: number): string {
    const until = clock.nowMs() + lifetimeSeconds * 1000;
    const sealed = this.box.seal(JSON.stringify({ content, until }), belongsTo(name));
    return `${this.prefix}${name}=${sealed}; Max-Age=${lifetimeSeconds}; ${this.attributes}`;
  }

  /** The same of somebody who goes on to an address afterwards: to the start page, if it is too long for a cookie. */
  leadingOn(name: string, content: { readonly continueTo: string }, lifetimeSeconds: number): string {
    const setCookie = this.holding(name, content, lifetimeSeconds);
    if (setCookie.length <= MAX_BYTES) return setCookie;
    return this.holding(name, { ...content, continueTo: '/' }, lifetimeSeconds);
  }

  /** Null when there is none, when it is too old, or when it is none of ours. */
  read<T>(request: IncomingRequest, name: string): T | null {
    const sealed = parse(request.header('cookie') ?? '')[`${this.prefix}${name}`];
    if (sealed === undefined) return null;
    try {
      const { content, until } = JSON.parse(this.box.open(sealed, belongsTo(name))) as {
        content: T;
        until: number;
      };
      return until > clock.nowMs() ? content : null;
    } catch {
      return null;
    }
  }

  cleared(name: string): string {
    return `${this.prefix}${name}=; Max-Age=0; ${this.attributes}`;
  }
}

function belongsTo(name: string): string {
  return `cookie:${name}`;
}
